import type { LinkProps } from '@tanstack/react-router';
import { failedCallWindowMs, type Attention } from '../../../shared/window/attention.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { views, type ViewId } from '../../../shared/window/views.ts';
import type { UsageNoticeKind } from '../../../shared/billing/billing.ts';
import { formatActivityGap } from '../activity/public.ts';
import { formatDay, formatUtcDay } from '../../format/format-day.ts';
import { formatRequestName } from '../agent-requests/public.ts';
import { describeUsageNotice } from '../billing/public.ts';
import { formatPhoneNumber, formatPhoneNumbersInText } from '../../format/phone-number.ts';
import { formatDollars } from '../../format/format-money.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatOutboxTitle } from '../outbox/public.ts';
import type { StatusTone } from '../../ui/feedback/status-label.tsx';

/** An item that needs attention: a status, a text, and a link to the view that resolves it. */
export type AttentionItem = {
  readonly tone: StatusTone;
  readonly label: string;
  readonly text: string;
  readonly linkLabel: string;
  /** Null if the sync panel resolves it. */
  readonly link: Pick<LinkProps, 'to' | 'search' | 'params'> | null;
};

export function describeAttention(item: Attention): AttentionItem {
  switch (item.kind) {
    case 'section_unreadable':
      return {
        tone: 'bad',
        label: 'Damaged',
        text: `Some ${getViewLabel(item.view)} data could not be loaded and is missing here`,
        linkLabel: `Open ${getViewLabel(item.view)}`,
        link: { to: `/${item.view}` },
      };
    case 'activity_tampered':
      return {
        tone: 'bad',
        label: 'Tampering',
        text: 'Tampering detected: the latest activity entries were changed or removed',
        linkLabel: 'View activity',
        link: { to: '/activity' },
      };
    case 'activity_gap':
      return {
        tone: 'bad',
        label: 'Data lost',
        text: `${formatActivityGap(item.gap)}. Changes made in this time are lost; make those that you still need again`,
        linkLabel: 'View activity',
        link: { to: '/activity' },
      };
    case 'database_damaged':
      return {
        tone: 'bad',
        label: 'Damaged',
        text: 'Part of the database of this workspace is damaged. Nothing was changed; export the data or restore a snapshot',
        linkLabel: 'View workspaces',
        link: { to: '/settings' },
      };
    case 'backup_failed':
      return {
        tone: 'bad',
        label: 'Not backed up',
        text: `The automatic backup on ${formatDay(item.at)} failed. ${item.detail}`,
        linkLabel: 'View backups',
        link: { to: '/settings', search: { section: 'backups' } },
      };
    case 'document_failed':
      return describeFailedDocuments(item);
    case 'recording_lost':
      return {
        tone: 'bad',
        label: item.cause === 'missing' ? 'Missing' : 'Damaged',
        text: `The recording of the call to ${formatPhoneNumber(item.recipient_number)} ${
          item.cause === 'missing' ? 'is missing from the workspace folder' : 'was changed or damaged'
        }`,
        linkLabel: 'View call',
        link: { to: '/calls/$callId', params: { callId: item.call_id } },
      };
    case 'call_failed':
      return describeFailedCalls(item);
    case 'cycles_unconfirmed':
      return {
        tone: 'pending',
        label: 'Not closed',
        text: `${formatCount(item.count, 'billing period')} ended without an invoice. Check the date of this computer`,
        linkLabel: 'View billing',
        link: { to: '/billing' },
      };
    case 'invoices_in_future':
      return {
        tone: 'pending',
        label: 'Wrong date',
        text: `${formatCount(item.count, 'invoice')} ${item.count === 1 ? 'is' : 'are'} dated in the future. Check the date of this computer`,
        linkLabel: 'View billing',
        link: { to: '/billing' },
      };
    case 'usage':
      return {
        tone: item.notice === 'used_100' ? 'bad' : 'pending',
        label: usageLabels[item.notice],
        text: describeUsageNotice(item.notice),
        linkLabel: 'View usage',
        link: { to: '/billing' },
      };
    case 'invoice_open':
      return describeOpenInvoices(item);
    case 'request_uat':
      return describeUatRequest(item);
    case 'connection_paused':
      return {
        tone: 'bad',
        label: 'Not synced',
        text: item.detail,
        linkLabel: 'Replace API key',
        link: { to: '/settings', search: { section: 'connection' } },
      };
    case 'changes_undecided':
      return describeUndecidedChanges(item);
    case 'invite_pending':
      return {
        tone: 'waiting',
        label: 'Pending',
        text:
          item.count === 1
            ? `${item.email} has not accepted the invitation from ${formatDay(item.invited_at)}`
            : `${formatCount(item.count, 'invitation')} are pending, the oldest to ${item.email} from ${formatDay(item.invited_at)}`,
        linkLabel: 'View members',
        link: { to: '/team' },
      };
  }
}

function getViewLabel(viewId: ViewId): string {
  return views.find(({ id }) => id === viewId)?.label ?? viewId;
}

type AttentionOfKind<Kind extends Attention['kind']> = Extract<Attention, { readonly kind: Kind }>;

const usageLabels = {
  used_50: '50% used',
  used_80: '80% used',
  forecast: 'Overage likely',
  used_100: '100% used',
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
    text:
      count === 1
        ? `“${title}” could not be processed. ${detail}`.trim()
        : `${formatCount(count, 'document')} could not be processed, most recently “${title}”`,
    linkLabel: 'View document',
    link: { to: '/knowledge', search: { document: document_id } },
  };
}

function describeFailedCalls({
  count,
  call_id,
  recipient_name,
  recipient_number,
  reason,
}: AttentionOfKind<'call_failed'>): AttentionItem {
  const number = recipient_number === '' ? 'a number that is not known' : formatPhoneNumber(recipient_number);
  const recipient = recipient_name === '' ? number : recipient_name;
  const status = { tone: 'bad', label: 'Failed' } as const;
  if (count === 1)
    return {
      ...status,
      text: reason === null ? `The call to ${recipient} failed` : `The call to ${recipient} failed. ${reason}`,
      linkLabel: 'View call',
      link: { to: '/calls/$callId', params: { callId: call_id } },
    };
  const days = failedCallWindowMs / dayMs;
  return {
    ...status,
    text: `${formatCount(count, 'call')} failed in the last ${days} days, most recently to ${recipient}`,
    linkLabel: 'View calls',
    // The filter starts at midnight, so one more day includes all of these calls.
    link: { to: '/calls', search: { status: 'failed', days: days + 1 } },
  };
}

function describeOpenInvoices(item: AttentionOfKind<'invoice_open'>): AttentionItem {
  const { count, invoice_id, number, amount_due_usd, total_usd, issue_date, is_overdue } = item;
  const day = formatUtcDay(issue_date);
  return {
    tone: is_overdue ? 'bad' : 'pending',
    label: is_overdue ? 'Overdue' : 'Open',
    text:
      count === 1
        ? `${number} from ${day} is unpaid: ${formatDollars(amount_due_usd)}`
        : `${formatCount(count, 'invoice')} are unpaid, the oldest ${number} from ${day}: ${formatDollars(total_usd)} in total`,
    linkLabel: 'View invoice',
    link: { to: '/billing', search: { invoice: invoice_id } },
  };
}

function describeUndecidedChanges({ count, change }: AttentionOfKind<'changes_undecided'>): AttentionItem {
  const title = formatOutboxTitle(change);
  return {
    tone: 'bad',
    label: 'Needs you',
    text:
      count === 1
        ? `${title}. ${formatPhoneNumbersInText(change.reason ?? 'It was not sent.')}`
        : `${formatCount(count, 'change')} need your decision, the oldest: ${title}`,
    linkLabel: 'View sync status',
    link: null,
  };
}

function describeUatRequest({
  request_id,
  name,
  reason,
  date,
  days_later,
}: AttentionOfKind<'request_uat'>): AttentionItem {
  const requestLink = { linkLabel: 'View request', link: { to: '/agents', search: { request: request_id } } } as const;
  const agent = `“${formatRequestName({ name })}”`;
  const day = date === null ? '' : formatDay(date);
  switch (reason) {
    case 'in_uat':
      return { tone: 'pending', label: 'In UAT', text: `${agent} is ready for acceptance testing`, ...requestLink };
    case 'date_passed': {
      const text = `Acceptance testing of ${agent} was due to start on ${day}`;
      return { tone: 'bad', label: 'Overdue', text, ...requestLink };
    }
    case 'date_postponed': {
      const delay = `${formatCount(days_later, 'day')} behind the original date`;
      const text = `Acceptance testing of ${agent} starts on ${day}, ${delay}`;
      return { tone: 'pending', label: 'Delayed', text, ...requestLink };
    }
  }
}
