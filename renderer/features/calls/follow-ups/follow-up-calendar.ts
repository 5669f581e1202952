import type { FollowUp } from '../../../../shared/calls/follow-ups.ts';
import { toFileNamePart } from '../../../../shared/text/file-name-part.ts';
import { saveTextFile } from '../../../data/save-file.ts';
import { formatCalendarFile } from '../../../format/format-calendar-file.ts';
import { formatPhoneNumber } from '../../../format/phone-number.ts';
import { nameRecipient } from '../format-recipient.ts';

const durationMinutes = 15;

/** Returns a follow-up as an iCalendar file, or null if it has no time. */
export function createFollowUpCalendarFile(followUp: FollowUp): string | null {
  const { call_id, follow_up, due_at, due_words, created_at, reason, agent_name, recipient_number } = followUp;
  if (due_at === null) return null;
  return formatCalendarFile({
    uid: `${call_id}-${follow_up}@switchboard`,
    sequence: 0,
    updatedAt: created_at,
    startsAt: due_at,
    durationMinutes,
    summary: `Call ${nameRecipient(followUp)}`,
    description: [reason, due_words && `Said: ${due_words}`, formatPhoneNumber(recipient_number), agent_name]
      .filter(Boolean)
      .join('\n\n'),
  });
}

export function saveFollowUpCalendarFile(followUp: FollowUp): void {
  const text = createFollowUpCalendarFile(followUp);
  const name = toFileNamePart(nameRecipient(followUp), { maxLength: 60 });
  if (text !== null) saveTextFile(`call-${name}.ics`, 'text/calendar', text);
}
