import type { LinkProps } from '@tanstack/react-router';
import { failedCallWindowMs, type Attention } from '../../shared/attention.ts';
import { dayMs } from '../../shared/duration.ts';
import { views, type ViewId } from '../../shared/views.ts';
import type { UsageNoticeKind } from '../../shared/billing.ts';
import { formatDay } from '../format/format-day.ts';
import { formatRequestName } from '../agents/format-request-name.ts';
import { describeUsageNotice } from '../billing/describe-usage-notice.ts';
import { formatPhoneNumber } from '../calls/phone-number.ts';
import { formatDollars } from '../format/format-money.ts';
import { formatCount } from '../format/format-number.ts';
import type { StatusTone } from '../ui/status-label.tsx';

/** A row of what needs attention: its state, one sentence, and the way to the place where it is dealt with. */
export type AttentionItem = {
  readonly tone: StatusTone;
  readonly label: string;
  readonly sentence: string;
  readonly linkLabel: string;
  readonly link: Pick<LinkProps, 'to' | 'search' | 'params'>;
};

export function describeAttention(found: Attention): AttentionItem {
  switch (found.kind) {
    case 'section_unreadable':
      return {
        tone: 'bad',
        label: 'Unreadable',
        sentence: `Something of ${getViewLabel(found.view)} could not be read, and is missing here.`,
        linkLabel: `Open ${getViewLabel(found.view)}`,
        link: { to: `/${found.view}` },
      };
    case 'activity_tampered':
      return {
        tone: 'bad',
        label: 'Broken',
        sentence: 'The end of the activity is not as it was written.',
        linkLabel: 'Show the activity',
        link: { to: '/activity' },
      };
    case 'document_failed':
      return describeFailedDocuments(found);
    case 'recording_lost':
      return {
        tone: 'bad',
        label: found.cause === 'missing' ? 'Missing' : 'Damaged',
        sentence: `The recording of the call to ${formatPhoneNumber(found.recipient_number)} ${
          found.cause === 'missing' ? 'is no longer in the workspace’s folder' : 'is not the one that was made'
        }.`,
        linkLabel: 'Open the call',
        link: { to: '/calls/$callId', params: { callId: found.call_id } },
      };
    case 'call_failed':
      return describeFailedCalls(found);
    case 'usage':
      return {
        tone: found.notice === 'used_100' ? 'bad' : 'pending',
        label: usageLabels[found.notice],
        sentence: describeUsageNotice(found.notice),
        linkLabel: 'Show the minutes',
        link: { to: '/billing' },
      };
    case 'invoice_open':
      return describeOpenInvoices(found);
    case 'request_uat':
      return describeUatRequest(found);
    case 'invite_pending':
      return {
        tone: 'waiting',
        label: 'Waiting',
        sentence:
          found.count === 1
            ? `${found.email} has not answered the invitation of ${formatDay(found.invited_at)}.`
            : `${formatCount(found.count, 'invitation')} are not answered, that of ${found.email} since ${formatDay(found.invited_at)}.`,
        linkLabel: 'Show the members',
        link: { to: '/team' },
      };
  }
}

function getViewLabel(room: ViewId): string {
  return views.find(({ id }) => id === room)?.label ?? room;
}

type AttentionOfKind<Kind extends Attention['kind']> = Extract<Attention, { readonly kind: Kind }>;

const usageLabels = {
  used_50: 'Half used',
  used_80: 'Nearly used',
  forecast: 'Likely over',
  used_100: 'Used up',
} as const satisfies Record<UsageNoticeKind, string>;

function describeFailedDocuments({
  count,
  document_id,
  title,
  detail,
  is_interrupted,
}: AttentionOfKind<'document_failed'>): AttentionItem {
  return {
    tone: is_interrupted ? 'pending' : 'bad',
    label: is_interrupted ? 'Interrupted' : 'Failed',
    sentence:
      count === 1
        ? `“${title}” could not be read. ${detail}`.trim()
        : `${formatCount(count, 'document')} could not be read, “${title}” the latest of them.`,
    linkLabel: 'Show the document',
    link: { to: '/knowledge', search: { document: document_id } },
  };
}

function describeFailedCalls({
  count,
  call_id,
  recipient_number,
  reason,
}: AttentionOfKind<'call_failed'>): AttentionItem {
  const number = formatPhoneNumber(recipient_number);
  const state = { tone: 'bad', label: 'Failed' } as const;
  if (count === 1)
    return {
      ...state,
      sentence: `The call to ${number} failed. ${reason ?? ''}`.trim(),
      linkLabel: 'Open the call',
      link: { to: '/calls/$callId', params: { callId: call_id } },
    };
  const days = failedCallWindowMs / dayMs;
  return {
    ...state,
    sentence: `${formatCount(count, 'call')} failed in the last ${days} days, the latest to ${number}.`,
    linkLabel: 'List the calls',
    // The filter begins at a midnight: one day more, so that none is left out.
    link: { to: '/calls', search: { status: 'failed', days: days + 1 } },
  };
}

function describeOpenInvoices(found: AttentionOfKind<'invoice_open'>): AttentionItem {
  const { count, invoice_id, number, amount_due_usd, total_usd, issue_date, is_overdue } = found;
  const day = formatDay(issue_date);
  return {
    tone: is_overdue ? 'bad' : 'pending',
    label: is_overdue ? 'Overdue' : 'Open',
    sentence:
      count === 1
        ? `${number} of ${day} is not paid: ${formatDollars(amount_due_usd)}.`
        : `${formatCount(count, 'invoice')} are not paid, ${number} since ${day}: ${formatDollars(total_usd)} in all.`,
    linkLabel: 'Show the invoice',
    link: { to: '/billing', search: { invoice: invoice_id } },
  };
}

function describeUatRequest({
  request_id,
  name,
  reason,
  date,
  days_later,
}: AttentionOfKind<'request_uat'>): AttentionItem {
  const action = { linkLabel: 'Show the request', link: { to: '/agents', search: { request: request_id } } } as const;
  const agent = `“${formatRequestName({ name })}”`;
  const day = date === null ? '' : formatDay(date);
  switch (reason) {
    case 'in_uat':
      return { tone: 'pending', label: 'In UAT', sentence: `${agent} is built and waits to be tried.`, ...action };
    case 'date_passed':
      return { tone: 'bad', label: 'Late', sentence: `The UAT of ${agent} was to begin on ${day}.`, ...action };
    case 'date_postponed': {
      const later = `${formatCount(days_later, 'day')} later than first said`;
      return { tone: 'pending', label: 'Put off', sentence: `The UAT of ${agent} is on ${day}, ${later}.`, ...action };
    }
  }
}
