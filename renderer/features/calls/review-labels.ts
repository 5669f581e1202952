import type { Assignee, noteStates, ReviewState } from '../../../shared/calls/call-review-fields.ts';
import type { ScoreState } from '../../../shared/calls/score-answers.ts';

export const reviewStateLabels = {
  not_reviewed: 'Not reviewed',
  reviewed: 'Reviewed',
} as const satisfies Record<ReviewState, string>;

export const scoreStateLabels = {
  scored: 'Scored',
  not_scored: 'Not scored',
} as const satisfies Record<ScoreState, string>;

export const noteStateLabels = {
  with_notes: 'With notes',
  without_notes: 'Without notes',
} as const satisfies Record<(typeof noteStates)[number], string>;

/** Shown for a call without an assignee. */
export const notAssigned = 'Not assigned';

export function formatAssignee({ email }: Assignee): string {
  return email ?? 'Former member';
}
