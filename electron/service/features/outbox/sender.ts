import type { OutboxKind, OutboxState } from '../../../../shared/sync.ts';
import type { RemoteClient } from '../remote/remote-client.ts';
import type { OutboxRow } from './outbox-queries.ts';

/** What the outbox needs to send the changes of one kind. Each feature has the senders of its changes. */
export type Sender = {
  /** Whether the remote may receive it twice without harm, also without an Idempotency-Key, such as a DELETE. */
  readonly isRepeatable: boolean;
  /**
   * Sends the change once, with this client, which may be replaced while the item is sent: the outbox has stored whether its
   * remote honours an Idempotency-Key. Resolves to the effect of the remote's answer, which runs in the transaction that sets the
   * item to done, and again if that transaction fails. Rejects with RemoteError; `rejected` with `wasSent` false if the item cannot
   * be sent as it is, for example because its file is missing.
   */
  readonly send: (item: OutboxRow, signal: AbortSignal, client: RemoteClient) => Promise<() => void>;
  /** Runs in the transaction in which an item gets another state than `done`, such as to mark a rejected call as failed. */
  readonly onState?: (item: OutboxRow, state: Exclude<OutboxState, 'done'>, reason: string | null) => void;
  /** Runs in the transaction in which the user marks an item as done. `remoteId` is null if the user does not know it. */
  readonly complete: (item: OutboxRow, remoteId: string | null) => void;
  /** Asks the remote whether it made the change. Null if the remote does not report it. Rejects with RemoteError. */
  readonly check?: (item: OutboxRow, signal: AbortSignal) => Promise<(() => void) | null>;
};

export type Senders = Readonly<Record<OutboxKind, Sender>>;
