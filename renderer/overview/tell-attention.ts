import type { LinkProps } from '@tanstack/react-router';
import { failedCallMs, type Attention } from '../../shared/attention.ts';
import { dayMs } from '../../shared/billing-cycle.ts';
import { rooms, type RoomId } from '../../shared/rooms.ts';
import { describeNotice, type NoticeKind } from '../../shared/usage-notices.ts';
import { formatDay } from '../format/format-day.ts';
import { nameRequest } from '../agents/name-request.ts';
import { formatNumber as formatPhone } from '../calls/phone-number.ts';
import { formatDollars } from '../format/format-money.ts';
import { formatCount } from '../format/format-number.ts';
import type { StatusTone } from '../ui/status.tsx';

/** A row of what needs attention: its state, one sentence, and the way to the place where it is dealt with. */
export type AttentionRow = {
  readonly tone: StatusTone;
  readonly word: string;
  readonly sentence: string;
  readonly action: string;
  readonly place: Pick<LinkProps, 'to' | 'search' | 'params'>;
};

export function tellAttention(found: Attention): AttentionRow {
  switch (found.kind) {
    case 'part_unreadable':
      return {
        tone: 'bad',
        word: 'Unreadable',
        sentence: `Something of ${labelOf(found.room)} could not be read, and is missing here.`,
        action: `Open ${labelOf(found.room)}`,
        place: { to: `/${found.room}` },
      };
    case 'activity_broken':
      return {
        tone: 'bad',
        word: 'Broken',
        sentence: 'The end of the activity is not as it was written.',
        action: 'Show the activity',
        place: { to: '/activity' },
      };
    case 'document_failed':
      return tellDocument(found);
    case 'recording_lost':
      return {
        tone: 'bad',
        word: found.loss === 'missing' ? 'Missing' : 'Damaged',
        sentence: `The recording of the call to ${formatPhone(found.recipient_number)} ${
          found.loss === 'missing' ? 'is no longer in the workspace’s folder' : 'is not the one that was made'
        }.`,
        action: 'Open the call',
        place: { to: '/calls/$callId', params: { callId: found.call_id } },
      };
    case 'call_failed':
      return tellCall(found);
    case 'usage':
      return {
        tone: found.notice === 'used_100' ? 'bad' : 'pending',
        word: usageWords[found.notice],
        sentence: describeNotice(found.notice),
        action: 'Show the minutes',
        place: { to: '/billing' },
      };
    case 'invoice_open':
      return tellInvoice(found);
    case 'request_uat':
      return tellRequest(found);
    case 'invite_unanswered':
      return {
        tone: 'waiting',
        word: 'Waiting',
        sentence:
          found.count === 1
            ? `${found.email} has not answered the invitation of ${formatDay(found.invited_at)}.`
            : `${formatCount(found.count, 'invitation')} are not answered, that of ${found.email} since ${formatDay(found.invited_at)}.`,
        action: 'Show the members',
        place: { to: '/team' },
      };
  }
}

function labelOf(room: RoomId): string {
  return rooms.find(({ id }) => id === room)?.label ?? room;
}

type Of<Kind extends Attention['kind']> = Extract<Attention, { readonly kind: Kind }>;

const usageWords = {
  used_50: 'Half used',
  used_80: 'Nearly used',
  forecast: 'Likely over',
  used_100: 'Used up',
} as const satisfies Record<NoticeKind, string>;

function tellDocument({ count, document_id, title, detail, is_interrupted }: Of<'document_failed'>): AttentionRow {
  return {
    tone: is_interrupted ? 'pending' : 'bad',
    word: is_interrupted ? 'Interrupted' : 'Failed',
    sentence:
      count === 1
        ? `“${title}” could not be read. ${detail}`.trim()
        : `${formatCount(count, 'document')} could not be read, “${title}” the latest of them.`,
    action: 'Show the document',
    place: { to: '/knowledge', search: { document: document_id } },
  };
}

function tellCall({ count, call_id, recipient_number, reason }: Of<'call_failed'>): AttentionRow {
  const number = formatPhone(recipient_number);
  const state = { tone: 'bad', word: 'Failed' } as const;
  if (count === 1)
    return {
      ...state,
      sentence: `The call to ${number} failed. ${reason ?? ''}`.trim(),
      action: 'Open the call',
      place: { to: '/calls/$callId', params: { callId: call_id } },
    };
  const days = failedCallMs / dayMs;
  return {
    ...state,
    sentence: `${formatCount(count, 'call')} failed in the last ${days} days, the latest to ${number}.`,
    action: 'List the calls',
    // The filter begins at a midnight: one day more, so that none is left out.
    place: { to: '/calls', search: { status: 'failed', days: days + 1 } },
  };
}

function tellInvoice(found: Of<'invoice_open'>): AttentionRow {
  const { count, invoice_id, number, amount_due_usd, total_usd, issue_date, is_overdue } = found;
  const day = formatDay(issue_date);
  return {
    tone: is_overdue ? 'bad' : 'pending',
    word: is_overdue ? 'Overdue' : 'Open',
    sentence:
      count === 1
        ? `${number} of ${day} is not paid: ${formatDollars(amount_due_usd)}.`
        : `${formatCount(count, 'invoice')} are not paid, ${number} since ${day}: ${formatDollars(total_usd)} in all.`,
    action: 'Show the invoice',
    place: { to: '/billing', search: { invoice: invoice_id } },
  };
}

function tellRequest({ request_id, name, why, date, days_later }: Of<'request_uat'>): AttentionRow {
  const action = { action: 'Show the request', place: { to: '/agents', search: { request: request_id } } } as const;
  const agent = `“${nameRequest({ name })}”`;
  const day = date === null ? '' : formatDay(date);
  switch (why) {
    case 'in_uat':
      return { tone: 'pending', word: 'In UAT', sentence: `${agent} is built and waits to be tried.`, ...action };
    case 'date_passed':
      return { tone: 'bad', word: 'Late', sentence: `The UAT of ${agent} was to begin on ${day}.`, ...action };
    case 'date_moved': {
      const later = `${formatCount(days_later, 'day')} later than first said`;
      return { tone: 'pending', word: 'Put off', sentence: `The UAT of ${agent} is on ${day}, ${later}.`, ...action };
    }
  }
}
