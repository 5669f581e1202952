import type { OutboxAction, OutboxState } from '../../../../shared/sync.ts';
import type { OutboxRow } from './outbox-queries.ts';

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
  /** Whether it is the oldest open item of its subject, so that it can be sent. */
  readonly isFirst: boolean;
  /** Whether its sender can ask the remote. */
  readonly canCheck: boolean;
};

/** Returns what the user can do with an item. */
export function listItemActions(row: OutboxRow, { isFirst, canCheck }: Abilities): OutboxAction[] {
  // The remote cannot have received it, so that a changed copy can take its place.
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
