import * as z from 'zod';
import { dayMs } from '../text/duration.ts';
import { activityGapSchema } from '../organization/activity.ts';
import { usageNoticeKinds } from '../billing/billing.ts';
import { dollarsSchema } from '../text/money.ts';
import { outboxItemSchema } from '../workspaces/sync.ts';
import type { ViewId } from './views.ts';
import { timestampSchema } from '../contract/timestamp.ts';

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
  /** The file is missing, or is not the recorded file. */
  cause: z.enum(['missing', 'damaged']),
});

export type LostRecording = z.infer<typeof lostRecordingSchema>;

const failedCallSchema = z.object({
  call_id: z.string(),
  recipient_number: z.string(),
  /** Empty if it is not known. */
  recipient_name: z.string(),
  reason: z.string().nullable(),
});

export type FailedCall = z.infer<typeof failedCallSchema>;

/** The views with a section in the overview. */
const overviewSectionIds = [
  'calls',
  'knowledge',
  'agents',
  'billing',
  'team',
  'activity',
] as const satisfies readonly ViewId[];

export type OverviewSectionId = (typeof overviewSectionIds)[number];

/** If `count` is more than one, the other fields describe the latest of them. */
export const attentionSchema = z.discriminatedUnion('kind', [
  /** The overview leaves out a section that it cannot read, such as one with damaged data. */
  z.object({ kind: z.literal('section_unreadable'), view: z.enum(overviewSectionIds) }),
  z.object({ kind: z.literal('activity_tampered') }),
  /** The database lost entries, and the changes that were made with them. */
  z.object({ kind: z.literal('activity_gap'), gap: activityGapSchema }),
  /** The check in the background found damage that cannot be repaired. */
  z.object({ kind: z.literal('database_damaged') }),
  /** The last scheduled backup. `detail` is the reason, as a sentence. */
  z.object({ kind: z.literal('backup_failed'), at: timestampSchema, detail: z.string() }),
  z.object({
    kind: z.literal('document_failed'),
    count,
    document_id: z.string(),
    title: z.string(),
    detail: z.string(),
    /** The application quit during processing; a retry may succeed. */
    is_interrupted: z.boolean(),
  }),
  lostRecordingSchema.extend({ kind: z.literal('recording_lost') }),
  failedCallSchema.extend({ kind: z.literal('call_failed'), count }),
  /** Billing periods that stay open until an admin confirms the date of the computer. */
  z.object({ kind: z.literal('cycles_unconfirmed'), count }),
  z.object({ kind: z.literal('invoices_in_future'), count }),
  z.object({ kind: z.literal('usage'), notice: z.enum(usageNoticeKinds) }),
  openInvoiceSchema.extend({
    kind: z.literal('invoice_open'),
    count,
    /** Total of all open invoices. */
    total_usd: dollarsSchema,
    is_overdue: z.boolean(),
  }),
  z.object({
    kind: z.literal('request_uat'),
    request_id: z.string(),
    name: z.string(),
    /** Ready for acceptance testing, overdue, or recently postponed. */
    reason: z.enum(['in_uat', 'date_passed', 'date_postponed']),
    date: timestampSchema.nullable(),
    /** Days after the original date. */
    days_later: z.int(),
  }),
  /** The remote of a linked workspace refuses its API key, or none is stored. `detail` is a sentence. */
  z.object({ kind: z.literal('connection_paused'), detail: z.string() }),
  /** Changes that a linked workspace sends to the remote only after a decision. The fields describe the oldest of them. */
  z.object({
    kind: z.literal('changes_undecided'),
    count,
    change: outboxItemSchema.pick({ kind: true, label: true, reason: true }),
  }),
  z.object({ kind: z.literal('invite_pending'), count, email: z.string(), invited_at: timestampSchema }),
]);

export type Attention = z.infer<typeof attentionSchema>;

/** Lost entries need attention for a month; a verification of the activity always reports them. */
export const activityGapWindowMs = 30 * dayMs;

/** Failed calls need attention for three days, which covers a weekend. */
export const failedCallWindowMs = 3 * dayMs;
