import type { SyncPartId, SyncState, SyncStatus } from '../../../../shared/workspaces/sync.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import type { OutboxCounts } from '../outbox/outbox-queue.ts';
import type { RemoteState } from './remote-health.ts';

export type PartFacts = {
  readonly name: SyncPartId;
  readonly refreshedAt: number | null;
  readonly error: string | null;
  /** The items that could not be read by the last refresh. */
  readonly unreadItems: number;
  /** Whether the API key can read it, according to the remote's last response. */
  readonly isPermitted: boolean;
  /** The last refresh succeeded, or showed that it is not permitted, and is younger than twice the interval of the part. */
  readonly isFresh: boolean;
  /** It is refreshed now because it is not fresh, or because the user asked for it. */
  readonly isCatchingUp: boolean;
};

/** What the status is derived from. */
export type SyncFacts = {
  readonly remote: {
    readonly state: RemoteState;
    readonly reason: string | null;
    readonly reachedAt: number | null;
  };
  /** The remote is asked whether it can be reached, or what it offers. */
  readonly isConnecting: boolean;
  /** It is known what the remote offers. */
  readonly isChecked: boolean;
  readonly outbox: OutboxCounts;
  readonly parts: readonly PartFacts[];
};

/** Returns the status, without the time at which it began. */
export function buildSyncStatus(facts: SyncFacts): Omit<SyncStatus, 'since'> {
  const { remote, outbox, parts } = facts;
  const state = findState(facts);
  const reachedAt = remote.reachedAt ?? findLatest(parts.map((part) => part.refreshedAt));
  return {
    state,
    reason: state === 'out_of_date' ? findPartReason(parts) : remote.reason,
    waiting: outbox.waiting,
    needs_you: outbox.needsYou,
    reached_at: reachedAt === null ? null : formatTimestamp(reachedAt),
    parts: parts.map(({ name, refreshedAt, error, unreadItems, isPermitted }) => ({
      name,
      refreshed_at: refreshedAt === null ? null : formatTimestamp(refreshedAt),
      error,
      unread_items: unreadItems,
      is_permitted: isPermitted,
    })),
  };
}

/** Returns the first state that applies. Only if none does, everything is known to be up to date. */
function findState({ remote, isConnecting, isChecked, outbox, parts }: SyncFacts): SyncState {
  if (remote.state === 'unauthorized') return 'paused';
  if (remote.state === 'wrong_organization') return 'wrong_organization';
  if (remote.state === 'unreachable') return 'offline';
  if (outbox.needsYou > 0) return 'needs_you';
  if (isConnecting || outbox.sending > 0 || parts.some(({ isCatchingUp }) => isCatchingUp)) return 'syncing';
  if (outbox.waiting > 0) return 'waiting';
  const isComplete = remote.state === 'reached' && isChecked && parts.every(({ isFresh }) => isFresh);
  return isComplete ? 'up_to_date' : 'out_of_date';
}

/** Describes a failure of this computer, as a sentence. */
export function describeLocalFailure(error: unknown): string {
  return isStorageFull(error)
    ? 'The disk of this computer is full. Free some space.'
    : 'Something went wrong on this computer. Switchboard tries again.';
}

function findLatest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function findPartReason(parts: readonly PartFacts[]): string {
  return parts.find(({ error }) => error !== null)?.error ?? 'The latest data could not be fetched.';
}
