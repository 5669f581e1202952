import type { FollowUp } from '../../../../shared/calls/follow-ups.ts';
import { formatClockTime, formatDay } from '../../../format/format-day.ts';
import type { StatusTone } from '../../../ui/feedback/status-label.tsx';

export const followUpKindLabels = {
  callback: 'Callback promised',
  person: 'Asked for a person',
  outcome: 'Needs follow-up',
  field: 'Answer to check',
} as const satisfies Record<FollowUp['kind'], string>;

type DueFields = Pick<FollowUp, 'due_at' | 'due_has_time' | 'due_words'>;

/** Formats when a follow-up is due: `14:00`, `Tue, 12 May`, or the words of the recipient if they could not be read as a time. */
export function formatDue({ due_at, due_has_time, due_words }: DueFields, nowMs: number): string {
  if (due_at === null) return due_words ?? 'No time given';
  const now = new Date(nowMs);
  if (due_has_time) return formatClockTime(due_at, now);
  return new Date(due_at).toDateString() === now.toDateString() ? 'Today' : formatDay(due_at, now);
}

/** Whether the time has passed; a day has passed when it is over. */
export function isOverdue({ due_at, due_has_time, done_at }: FollowUp, nowMs: number): boolean {
  if (due_at === null || done_at !== null) return false;
  const end = due_has_time ? Date.parse(due_at) : new Date(due_at).setHours(24, 0, 0, 0);
  return end <= nowMs;
}

/** The kind and the urgency of a follow-up. */
export function describeFollowUp(
  followUp: FollowUp,
  nowMs: number,
): { readonly tone: StatusTone; readonly label: string } {
  const label = followUpKindLabels[followUp.kind];
  if (followUp.state === 'done') return { tone: 'good', label };
  return { tone: isOverdue(followUp, nowMs) ? 'bad' : 'pending', label };
}
