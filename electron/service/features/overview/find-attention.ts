import type { ActivityGap } from '../../../../shared/organization/activity.ts';
import type { AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';
import { isAgentRequestClosed } from '../../../../shared/agents/agent-request-status.ts';
import type {
  Attention,
  FailedCall,
  LostRecording,
  OpenInvoice,
  OverviewSectionId,
} from '../../../../shared/window/attention.ts';
import type { BillingOverview, CycleOverview } from '../../../../shared/billing/billing.ts';
import { dayMs } from '../../../../shared/text/duration.ts';
import type { DocumentRecord } from '../../../../shared/knowledge/knowledge.ts';
import { toCents, toDollars } from '../../../../shared/text/money.ts';
import type { OutboxItem } from '../../../../shared/workspaces/sync.ts';
import { findUatDateChanges } from '../../../../shared/agents/uat-date-changes.ts';
import { findUsageNotices } from '../billing/usage-notices.ts';

/** Input of the rules. Each list starts with the latest; data that the role cannot read is empty or null. */
export type AttentionFacts = {
  readonly unreadableSections: readonly OverviewSectionId[];
  readonly isDatabaseDamaged: boolean;
  /** Why the last scheduled backup failed; null if it did not. */
  readonly backupFailure: { readonly at: string; readonly detail: string } | null;
  readonly isActivityTampered: boolean;
  readonly activityGaps: readonly ActivityGap[];
  readonly failedDocuments: readonly Pick<DocumentRecord, 'document_id' | 'title' | 'error'>[];
  readonly lostRecordings: readonly LostRecording[];
  readonly failedCalls: readonly FailedCall[];
  readonly cycle: Pick<CycleOverview, 'usage' | 'forecast' | 'remote'> | null;
  readonly clockNotices: Pick<BillingOverview, 'unconfirmed_cycles' | 'future_invoices'>;
  readonly openInvoices: readonly OpenInvoice[];
  readonly openRequests: readonly Pick<
    AgentRequestRecord,
    'request_id' | 'name' | 'status' | 'estimated_uat_date' | 'events'
  >[];
  /** Why nothing is synced with the remote, as a sentence; null if it is, and in a local workspace. */
  readonly connectionFailure: string | null;
  /** Changes that wait for a decision, oldest first. */
  readonly undecidedChanges: readonly Pick<OutboxItem, 'kind' | 'label' | 'reason' | 'subject_id'>[];
  /** Invites that are pending for longer than `inviteReminderMs`, oldest first. */
  readonly unansweredInvites: readonly { readonly email: string; readonly invitedAt: string }[];
};

/** Invites that are pending for longer need attention. */
export const inviteReminderMs = 3 * dayMs;

/** Payment terms: net 30. */
const invoiceDueMs = 30 * dayMs;

/** A postponed UAT date needs attention for this long. */
const postponedWindowMs = 7 * dayMs;

/** Returns the items that need attention: failures first, pending items last. */
export function findAttention(facts: AttentionFacts, nowMs: number): readonly Attention[] {
  // A rejected upload or call has also failed, but needs only one decision.
  const undecidedIds = new Set(facts.undecidedChanges.map(({ subject_id }) => subject_id));
  return [
    ...(facts.isDatabaseDamaged ? [{ kind: 'database_damaged' } as const] : []),
    ...(facts.backupFailure ? [{ kind: 'backup_failed', ...facts.backupFailure } as const] : []),
    ...(facts.connectionFailure === null
      ? []
      : [{ kind: 'connection_paused', detail: facts.connectionFailure } as const]),
    ...checkChanges(facts.undecidedChanges),
    ...facts.unreadableSections.map((view) => ({ kind: 'section_unreadable', view }) as const),
    ...(facts.isActivityTampered ? [{ kind: 'activity_tampered' } as const] : []),
    ...facts.activityGaps.map((gap) => ({ kind: 'activity_gap', gap }) as const),
    ...checkDocuments(facts.failedDocuments.filter(({ document_id }) => !undecidedIds.has(document_id))),
    ...facts.lostRecordings.map((recording) => ({ kind: 'recording_lost', ...recording }) as const),
    ...checkCalls(facts.failedCalls.filter(({ call_id }) => !undecidedIds.has(call_id))),
    ...checkClock(facts.clockNotices),
    ...checkUsage(facts.cycle, nowMs),
    ...checkInvoices(facts, nowMs),
    ...facts.openRequests.flatMap((request) => checkAgentRequest(request, nowMs)),
    ...checkInvites(facts.unansweredInvites),
  ];
}

function checkChanges(undecided: AttentionFacts['undecidedChanges']): readonly Attention[] {
  const [oldest] = undecided;
  if (!oldest) return [];
  const { kind, label, reason } = oldest;
  return [{ kind: 'changes_undecided', count: undecided.length, change: { kind, label, reason } }];
}

function checkDocuments(failed: AttentionFacts['failedDocuments']): readonly Attention[] {
  const [latest] = failed;
  if (!latest) return [];
  const { document_id, title, error } = latest;
  const is_interrupted = failed.every(({ error: cause }) => cause?.code === 'interrupted');
  const detail = error?.detail ?? '';
  return [{ kind: 'document_failed', count: failed.length, document_id, title, detail, is_interrupted }];
}

function checkCalls(failed: readonly FailedCall[]): readonly Attention[] {
  const [latest] = failed;
  return latest ? [{ kind: 'call_failed', count: failed.length, ...latest }] : [];
}

function checkClock({ unconfirmed_cycles, future_invoices }: AttentionFacts['clockNotices']): readonly Attention[] {
  return [
    ...(unconfirmed_cycles ? [{ kind: 'cycles_unconfirmed', count: unconfirmed_cycles.count } as const] : []),
    ...(future_invoices ? [{ kind: 'invoices_in_future', count: future_invoices.count } as const] : []),
  ];
}

/** Returns the most severe notice. 50% usage needs no attention: the gauge shows it. Old numbers of a remote need none either. */
function checkUsage(cycle: AttentionFacts['cycle'], nowMs: number): readonly Attention[] {
  if (!cycle?.usage) return [];
  const { usage, forecast, remote } = cycle;
  if (remote && (!remote.is_linked || Date.parse(usage.billing_period.end) <= nowMs)) return [];
  const activeNotices = findUsageNotices(usage.minutes_used, usage.minutes_included, forecast?.minutes ?? null);
  const notice = activeNotices.findLast((kind) => kind !== 'used_50');
  return notice ? [{ kind: 'usage', notice }] : [];
}

/** Describes the oldest open invoice; the others follow when it is paid. The payment terms of a remote are not known. */
function checkInvoices({ openInvoices: open, cycle }: AttentionFacts, nowMs: number): readonly Attention[] {
  const oldest = open.at(-1);
  if (!oldest) return [];
  const cents = open.reduce((sum, { amount_due_usd }) => sum + toCents(amount_due_usd), 0);
  const is_overdue = !cycle?.remote && nowMs - Date.parse(oldest.issue_date) > invoiceDueMs;
  return [{ kind: 'invoice_open', count: open.length, ...oldest, total_usd: toDollars(cents), is_overdue }];
}

function checkAgentRequest(request: AttentionFacts['openRequests'][number], nowMs: number): readonly Attention[] {
  const { request_id, name, status, estimated_uat_date: date, events } = request;
  if (isAgentRequestClosed(status)) return [];
  const dateChanges = findUatDateChanges(events);
  const days_later = dateChanges?.daysLater ?? 0;
  const createItem = (reason: 'in_uat' | 'date_passed' | 'date_postponed') =>
    [{ kind: 'request_uat', request_id, name, reason, date, days_later }] as const;
  if (status === 'uat') return createItem('in_uat');
  if (date === null) return [];
  if (Date.parse(date) < nowMs) return createItem('date_passed');
  return dateChanges && days_later > 0 && nowMs - Date.parse(dateChanges.setAt) < postponedWindowMs
    ? createItem('date_postponed')
    : [];
}

function checkInvites(invites: AttentionFacts['unansweredInvites']): readonly Attention[] {
  const [oldest] = invites;
  if (!oldest) return [];
  return [{ kind: 'invite_pending', count: invites.length, email: oldest.email, invited_at: oldest.invitedAt }];
}
