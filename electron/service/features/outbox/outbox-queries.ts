import type { OutboxKind, OutboxState } from '../../../../shared/sync.ts';

/** A row of the table `outbox_item`. Times are milliseconds since the epoch. */
export type OutboxRow = {
  readonly id: number;
  /** Also the Idempotency-Key. */
  readonly item_id: string;
  readonly org_id: string;
  readonly kind: OutboxKind;
  readonly state: OutboxState;
  /** The local ID of the document, call or build request; also its lane: the changes of one subject are sent in order. */
  readonly subject_id: string;
  readonly label: string;
  /** JSON, in the form that the sender of its kind reads. */
  readonly payload: string;
  readonly placed_by: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly created_at: number;
  readonly first_sent_at: number | null;
  readonly key_hash: string | null;
  readonly next_attempt_at: number | null;
  readonly send_not_after: number | null;
  readonly settled_at: number | null;
};
