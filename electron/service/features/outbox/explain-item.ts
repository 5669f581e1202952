import type { OutboxAction, OutboxKind, OutboxState } from '../../../../shared/workspaces/sync.ts';
import type { OutboxRow } from './outbox-queries.ts';

const possibleEffects = {
  upload_document: 'The remote may have stored this document.',
  delete_document: 'The remote may have deleted this document.',
  change_document: 'The remote may have changed this document.',
  replace_document: 'The remote may have received this version.',
  place_call: 'The remote may have placed this call.',
  cancel_call: 'The remote may have canceled this call.',
  submit_request: 'The remote may have received this build request.',
  update_reviews: 'The remote may have changed these reviews.',
  write_note: 'The remote may have received this note.',
  correct_outcome: 'The remote may have received this correction.',
  update_follow_up: 'The remote may have received this change.',
  score_call: 'The remote may have received this score.',
  change_criterion: 'The remote may have changed this criterion.',
  change_saved_item: 'The remote may have changed this saved item.',
} as const satisfies Record<OutboxKind, string>;

/** Returns the reason of an item whose outcome is unknown. `cause` is a sentence. */
export function explainUnknown(kind: OutboxKind, cause: string): string {
  return `${cause} ${possibleEffects[kind]}`;
}

const lostResponseReason = 'The response was lost.';

export const interruptedReason = 'Switchboard quit before the response arrived.';

export const expiredReason = 'It was not sent in time.';

export const restartedReason = 'Switchboard was restarted before it was sent.';

export const notFirstReason = 'An earlier change must be sent first.';

export const canceledReason = 'It was canceled before it was sent.';

/** Whether the remote cannot have made the change. */
export const isUnsent = (row: OutboxRow) =>
  row.first_sent_at === null && (row.state === 'queued' || row.state === 'held' || row.state === 'rejected');

/** Returns the reason of a canceled item: the remote's refusal, or whether the remote may have made the change. */
export function explainCancellation(row: OutboxRow): string {
  if (row.state === 'rejected') return row.reason ?? canceledReason;
  return isUnsent(row) ? canceledReason : explainSent(row);
}

/** Returns the reason of an item that the remote may have received: the error of its last attempt, and the possible effect. */
export function explainSent({ kind, state, reason }: OutboxRow): string {
  return state === 'unknown' && reason !== null ? reason : explainUnknown(kind, reason ?? lostResponseReason);
}

/** Explains why an action is not available. */
export function explainUnavailable({ state }: OutboxRow): string {
  if (state === 'in_flight') return 'This change is being sent. Wait for the response from the remote.';
  if (state === 'done') return 'This change was already made.';
  if (state === 'canceled') return 'This change was canceled.';
  return 'This action is not available for this change.';
}

/** The actions in each state, in the order in which they are offered. */
const actionsOfState = {
  queued: ['send', 'edit', 'cancel'],
  held: ['send', 'edit', 'cancel'],
  unknown: ['check', 'mark_done', 'send', 'cancel'],
  rejected: ['edit', 'send', 'cancel'],
  in_flight: [],
  done: [],
  canceled: [],
} as const satisfies Record<OutboxState, readonly OutboxAction[]>;

type Abilities = {
  /** Whether it is the oldest open item of its subject. Only that one can be sent. */
  readonly isFirst: boolean;
  /** Whether its sender can ask the remote. */
  readonly canCheck: boolean;
};

/** Returns what the user can do with an item. */
export function listItemActions(row: OutboxRow, { isFirst, canCheck }: Abilities): OutboxAction[] {
  // A changed copy can replace an item only if the remote cannot have received it.
  const canEdit = (row.kind === 'place_call' || row.kind === 'submit_request') && row.first_sent_at === null;
  const isPossible: Readonly<Record<OutboxAction, boolean>> = {
    send: isFirst || row.state !== 'queued',
    check: canCheck,
    mark_done: true,
    edit: canEdit,
    cancel: true,
  };
  return actionsOfState[row.state].filter((action) => isPossible[action]);
}
