import * as z from 'zod';
import type { AgentRequestRecord } from './agent-requests.ts';
import { dayMs } from './billing-cycle.ts';
import type { CycleOverview } from './billing.ts';
import type { DocumentRecord } from './knowledge.ts';
import { dollarsSchema, toCents, toDollars } from './money.ts';
import { isAgentRequestClosed } from './agent-request-status.ts';
import type { ViewId } from './views.ts';
import { timestampSchema } from './timestamp.ts';
import { findUatDateChanges } from './uat-date-changes.ts';
import { findUsageNotices, usageNoticeKinds } from './usage-notices.ts';

const count = z.int().min(1);

const openInvoiceSchema = z.object({
  invoice_id: z.string(),
  /** `INV-0001` */
  number: z.string(),
  amount_due_usd: dollarsSchema,
  issue_date: timestampSchema,
});

export type OpenInvoice = z.infer<typeof openInvoiceSchema>;

const lostRecordingSchema = z.object({
  call_id: z.string(),
  recipient_number: z.string(),
  /** The file is gone, or is not the one that was recorded. */
  cause: z.enum(['missing', 'damaged']),
});

export type LostRecording = z.infer<typeof lostRecordingSchema>;

const failedCallSchema = z.object({ call_id: z.string(), recipient_number: z.string(), reason: z.string().nullable() });

export type FailedCall = z.infer<typeof failedCallSchema>;

/** Rooms that the overview shows a part of. */
const overviewSectionIds = [
  'calls',
  'knowledge',
  'agents',
  'billing',
  'team',
  'activity',
] as const satisfies readonly ViewId[];

export type OverviewSectionId = (typeof overviewSectionIds)[number];

/** What somebody should look at. Where `count` is more than one, the rest is about the latest of them. */
export const attentionSchema = z.discriminatedUnion('kind', [
  /** What is stored is damaged, say; the overview is without this part. */
  z.object({ kind: z.literal('section_unreadable'), view: z.enum(overviewSectionIds) }),
  z.object({ kind: z.literal('activity_tampered') }),
  z.object({
    kind: z.literal('document_failed'),
    count,
    document_id: z.string(),
    title: z.string(),
    detail: z.string(),
    /** Reading ended with the program, and may go well another time. */
    is_interrupted: z.boolean(),
  }),
  lostRecordingSchema.extend({ kind: z.literal('recording_lost') }),
  failedCallSchema.extend({ kind: z.literal('call_failed'), count }),
  z.object({ kind: z.literal('usage'), notice: z.enum(usageNoticeKinds) }),
  openInvoiceSchema.extend({
    kind: z.literal('invoice_open'),
    count,
    /** Of all of them. */
    total_usd: dollarsSchema,
    is_overdue: z.boolean(),
  }),
  z.object({
    kind: z.literal('request_uat'),
    request_id: z.string(),
    name: z.string(),
    /** It can be tried; its date has gone by without that; or its date was put off lately. */
    reason: z.enum(['in_uat', 'date_passed', 'date_postponed']),
    date: timestampSchema.nullable(),
    /** Than first said. */
    days_later: z.int(),
  }),
  z.object({ kind: z.literal('invite_pending'), count, email: z.string(), invited_at: timestampSchema }),
]);

export type Attention = z.infer<typeof attentionSchema>;

/** What the rules are applied to, each list the latest first; what a role may not know is empty or null. */
export type AttentionFacts = {
  /** Of which something could not be read, each once. */
  readonly unreadableSections: readonly OverviewSectionId[];
  readonly isActivityTampered: boolean;
  readonly failedDocuments: readonly Pick<DocumentRecord, 'document_id' | 'title' | 'error'>[];
  readonly lostRecordings: readonly LostRecording[];
  readonly failedCalls: readonly FailedCall[];
  readonly cycle: Pick<CycleOverview, 'usage' | 'forecast'> | null;
  readonly openInvoices: readonly OpenInvoice[];
  readonly openRequests: readonly Pick<
    AgentRequestRecord,
    'request_id' | 'name' | 'status' | 'estimated_uat_date' | 'events'
  >[];
  /** That were not answered within `inviteMs`, the longest first. */
  readonly unansweredInvites: readonly { readonly email: string; readonly invitedAt: string }[];
};

/** For how long a call that failed is told: over a weekend. */
export const failedCallWindowMs = 3 * dayMs;

/** After how long an invite that nobody answered is told. */
export const inviteReminderMs = 3 * dayMs;

/** After how long an open invoice is overdue: the usual net 30. */
const invoiceDueMs = 30 * dayMs;

/** For how long it is told that a UAT date was put off. */
const postponedWindowMs = 7 * dayMs;

/** What needs attention, in the order in which it should be looked at: what is broken first, what waits last. */
export function findAttention(facts: AttentionFacts, nowMs: number): readonly Attention[] {
  return [
    ...facts.unreadableSections.map((view) => ({ kind: 'section_unreadable', view }) as const),
    ...(facts.isActivityTampered ? [{ kind: 'activity_tampered' } as const] : []),
    ...checkDocuments(facts.failedDocuments),
    ...facts.lostRecordings.map((recording) => ({ kind: 'recording_lost', ...recording }) as const),
    ...checkCalls(facts.failedCalls),
    ...checkUsage(facts.cycle),
    ...checkInvoices(facts.openInvoices, nowMs),
    ...facts.openRequests.flatMap((request) => checkAgentRequest(request, nowMs)),
    ...checkInvites(facts.unansweredInvites),
  ];
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

/** The most serious of what holds now. That half is used is no trouble yet: the gauge shows it. */
function checkUsage(cycle: AttentionFacts['cycle']): readonly Attention[] {
  if (!cycle) return [];
  const { usage, forecast } = cycle;
  const holding = findUsageNotices(usage.minutes_used, usage.minutes_included, forecast?.minutes ?? null);
  const notice = holding.findLast((kind) => kind !== 'used_50');
  return notice ? [{ kind: 'usage', notice }] : [];
}

/** The one that has been open for longest; a later one follows it. */
function checkInvoices(open: readonly OpenInvoice[], nowMs: number): readonly Attention[] {
  const oldest = open.at(-1);
  if (!oldest) return [];
  const cents = open.reduce((sum, { amount_due_usd }) => sum + toCents(amount_due_usd), 0);
  const is_overdue = nowMs - Date.parse(oldest.issue_date) > invoiceDueMs;
  return [{ kind: 'invoice_open', count: open.length, ...oldest, total_usd: toDollars(cents), is_overdue }];
}

function checkAgentRequest(request: AttentionFacts['openRequests'][number], nowMs: number): readonly Attention[] {
  const { request_id, name, status, estimated_uat_date: date, events } = request;
  if (isAgentRequestClosed(status)) return [];
  const moves = findUatDateChanges(events);
  const days_later = moves?.daysLater ?? 0;
  const createItem = (reason: 'in_uat' | 'date_passed' | 'date_postponed') =>
    [{ kind: 'request_uat', request_id, name, reason, date, days_later }] as const;
  if (status === 'uat') return createItem('in_uat');
  if (date === null) return [];
  if (Date.parse(date) < nowMs) return createItem('date_passed');
  return moves && days_later > 0 && nowMs - Date.parse(moves.setAt) < postponedWindowMs
    ? createItem('date_postponed')
    : [];
}

function checkInvites(invites: AttentionFacts['unansweredInvites']): readonly Attention[] {
  const [longest] = invites;
  if (!longest) return [];
  return [{ kind: 'invite_pending', count: invites.length, email: longest.email, invited_at: longest.invitedAt }];
}
