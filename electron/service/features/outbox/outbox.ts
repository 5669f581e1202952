import type { OutboxItem, OutboxKind } from '../../../../shared/sync.ts';
import type { OutboxRow } from './outbox-queries.ts';

/** A change to send to the remote. */
export type NewOutboxItem = {
  readonly kind: OutboxKind;
  /** The local ID of the document, call or build request. */
  readonly subjectId: string;
  readonly label: string;
  readonly payload: unknown;
  readonly placedBy: string;
  readonly orgId: string;
  /** A change that was not sent by then is held. */
  readonly sendNotAfter?: number;
  /** Holds it from the start, with the reason. */
  readonly heldReason?: string;
};

/** The changes of a linked workspace that wait for its remote. */
export type Outbox = {
  /** Stores a change in the open transaction, and sends it after the commit. Returns its `item_id`. */
  readonly add: (item: NewOutboxItem) => string;
  /** The oldest change of a subject that is neither done nor canceled. */
  readonly findOpen: (subjectId: string) => OutboxRow | undefined;
  /**
   * Cancels the changes of a subject in the open transaction, if the remote can have received none of them. Returns whether
   * it did.
   */
  readonly cancelUnsent: (subjectId: string) => boolean;
  /** Converts a row to the form of the API. */
  readonly describe: (row: OutboxRow) => OutboxItem;
};
