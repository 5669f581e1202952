import { createHash } from 'node:crypto';
import { limits } from '../../../../shared/limits.ts';
import type { RemoteClient } from '../remote/remote-client.ts';
import type { OutboxRow } from './outbox-queries.ts';
import type { Sender } from './sender.ts';

/** One hour less than the remote keeps an Idempotency-Key. */
const repeatableMs = limits.idempotencyMs - 60 * 60_000;

/** The clock of the computer can be set back by less without consequences. */
export const clockStepMs = 5 * 60_000;

type RemoteIdentity = Pick<RemoteClient, 'keyHash'> & {
  readonly settings: Pick<RemoteClient['settings'], 'base_url'>;
  readonly capabilities: Pick<RemoteClient['capabilities'], 'idempotency'>;
};

/** Returns the `key_hash` of an item that this client sends first: a remote keeps the Idempotency-Keys of each API key apart. */
export function getKeyHash({ settings, capabilities, keyHash }: RemoteIdentity): string | null {
  if (!capabilities.idempotency) return null;
  return createHash('sha256').update(`${settings.base_url}\n${keyHash}`).digest('hex');
}

/**
 * Returns whether a client may send an item again although the remote may have received it. `client` is null if no API key is
 * stored.
 */
export function canRepeat(
  row: Pick<OutboxRow, 'first_sent_at' | 'key_hash'>,
  { sender, client, now }: { readonly sender: Sender; readonly client: RemoteIdentity | null; readonly now: number },
): boolean {
  if (sender.isRepeatable) return true;
  if (!client || row.key_hash === null || row.first_sent_at === null) return false;
  const ageMs = now - row.first_sent_at;
  return row.key_hash === getKeyHash(client) && ageMs >= -clockStepMs && ageMs < repeatableMs;
}
