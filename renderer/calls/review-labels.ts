import type { Assignee, ReviewState } from '../../shared/call-review-fields.ts';

export const reviewStateLabels = {
  not_reviewed: 'Not reviewed',
  reviewed: 'Reviewed',
} as const satisfies Record<ReviewState, string>;

/** Shown for a call without an assignee. */
export const notAssigned = 'Not assigned';

export function formatAssignee({ email }: Assignee): string {
  return email ?? 'Former member';
}
