import * as z from 'zod';
import { limits } from './limits.ts';
import { dollarsSchema } from './money.ts';
import { defineRoute } from './route.ts';
import { timestampSchema } from './timestamp.ts';
import { unreadableCountSchema } from './unreadable-count.ts';
import { usageNoticeKinds } from './usage-notices.ts';

const minutesSchema = z.int().min(0);
const periodSchema = z.object({ start: timestampSchema, end: timestampSchema });

export const usageSchema = z
  .object({
    billing_period: periodSchema.meta({ description: 'From the start on, up to but without the end' }),
    minutes_used: minutesSchema.meta({ description: 'Of completed calls, each rounded up to whole minutes' }),
    minutes_included: minutesSchema,
    overage_minutes: minutesSchema,
    estimated_cost_usd: dollarsSchema,
  })
  .meta({ id: 'Usage' });

export type Usage = z.infer<typeof usageSchema>;

export const invoiceStatuses = ['open', 'paid'] as const;

export type InvoiceStatus = (typeof invoiceStatuses)[number];

const invoiceIdSchema = z.string().max(limits.idLength);

export const invoiceSchema = z
  .object({
    invoice_id: invoiceIdSchema,
    amount_due_usd: dollarsSchema.meta({ description: 'What the invoice is about, paid or not' }),
    status: z.enum(invoiceStatuses),
    issue_date: timestampSchema,
    pdf_url: z.url().meta({ description: 'Signed, good for an hour' }),
  })
  .meta({ id: 'Invoice' });

export type Invoice = z.infer<typeof invoiceSchema>;

const common = { tag: 'Billing', roles: ['admin'], status: 200 } as const;

export const getUsage = defineRoute({
  ...common,
  id: 'getUsage',
  method: 'get',
  path: '/billing/usage',
  summary: 'Get the voice minutes consumed in the current billing cycle',
  extension: false,
  response: usageSchema,
  problems: [],
});

export const listInvoices = defineRoute({
  ...common,
  id: 'listInvoices',
  method: 'get',
  path: '/billing/invoices',
  summary: 'List all invoices of the organization, newest first',
  extension: false,
  response: z.object({ data: z.array(invoiceSchema) }).meta({ id: 'InvoiceList' }),
  problems: [],
});

/** Stands beside the trees, at the origin: a browser opens it without a header (decisions.md, addressing). */
export const getInvoicePdf = defineRoute({
  ...common,
  id: 'getInvoicePdf',
  method: 'get',
  path: '/invoices/{file}',
  summary: 'An invoice, `<invoice_id>.pdf`; honours Range',
  roles: 'public',
  extension: true,
  params: z.object({ file: z.string().max(limits.idLength + '.pdf'.length) }),
  query: z.object({ expires: z.string().max(20).default(''), signature: z.string().max(100).default('') }),
  response: 'bytes',
  problems: ['signature_invalid', 'invoice_not_found', 'range_not_satisfiable'],
});

export const usageNoticeSchema = z.object({
  notice_id: z.string(),
  kind: z.enum(usageNoticeKinds),
  raised_at: timestampSchema,
  minutes_used: minutesSchema.meta({ description: 'When it was raised' }),
});

export type UsageNotice = z.infer<typeof usageNoticeSchema>;

const dollarsRangeSchema = z.object({ low: dollarsSchema, high: dollarsSchema });

export const cycleForecastSchema = z
  .object({
    minutes: z.object({ low: minutesSchema, high: minutesSchema }),
    cost_usd: dollarsRangeSchema,
    /** Whole days of this cycle that it rests on. */
    cycle_days: z.int().min(0),
    /** Days of the cycle before that it rests on too. */
    previous_cycle_days: z.int().min(0),
  })
  .nullable();

export type CycleForecast = z.infer<typeof cycleForecastSchema>;

/** The current cycle, in few words. */
export const cycleOverviewSchema = z.object({
  plan: z.object({ name: z.string(), fee_usd: dollarsSchema, overage_usd_per_minute: dollarsSchema }),
  usage: usageSchema,
  /** Where the cycle is likely to end; null while it is too early to say. */
  forecast: cycleForecastSchema,
});

export type CycleOverview = z.infer<typeof cycleOverviewSchema>;

export const billingOverviewSchema = cycleOverviewSchema.extend({
  /** Each UTC day of the cycle; null where nothing can be known: before the organization existed, and days to come. */
  days: z.array(z.object({ start: timestampSchema, minutes: minutesSchema.nullable() })),
  /** Of this cycle, the latest first. */
  notices: z.array(usageNoticeSchema),
  reconciliation: z.object({
    calls: z.int().min(0),
    call_minutes: minutesSchema,
    /** What `minutes_used` has beyond the known calls; below 0 where it has less. */
    unmatched_minutes: z.int(),
  }),
});

export type BillingOverview = z.infer<typeof billingOverviewSchema>;

export const getBillingOverview = defineRoute({
  ...common,
  id: 'getBillingOverview',
  method: 'get',
  path: '/billing',
  summary: 'The current cycle with its plan, its days, and where it is likely to end',
  extension: true,
  response: billingOverviewSchema,
  problems: ['no_workspace'],
});

export const invoiceRecordSchema = invoiceSchema.omit({ pdf_url: true }).extend({
  /** Counts from 1 in the organization: `INV-0001`. */
  number: z.string(),
  billing_period: periodSchema,
  plan_name: z.string(),
  fee_usd: dollarsSchema,
  minutes_used: minutesSchema,
  minutes_included: minutesSchema,
  overage_minutes: minutesSchema,
  overage_usd_per_minute: dollarsSchema,
  paid_at: timestampSchema.nullable(),
  /** Signed and relative to the window's origin. */
  pdf_url: z.string(),
});

export type InvoiceRecord = z.infer<typeof invoiceRecordSchema>;

export const listInvoiceRecords = defineRoute({
  ...common,
  id: 'listInvoiceRecords',
  method: 'get',
  path: '/billing/invoices',
  summary: 'All invoices with what they are made up of, newest first',
  extension: true,
  response: z.object({ data: z.array(invoiceRecordSchema), unreadable: unreadableCountSchema }),
  problems: ['no_workspace'],
});

export const exportInvoices = defineRoute({
  ...common,
  id: 'exportInvoices',
  method: 'get',
  path: '/billing/invoices.csv',
  summary: 'All invoices as CSV, newest first',
  extension: true,
  response: 'bytes',
  problems: ['no_workspace'],
});

export const bundleInvoices = defineRoute({
  ...common,
  id: 'bundleInvoices',
  method: 'get',
  path: '/billing/invoices.zip',
  summary: 'The PDFs of the invoices that were issued in a stretch of time, and a CSV of them, as one zip',
  extension: true,
  query: z.object({
    from: z.iso.datetime().optional().meta({ description: 'Issued at this time or later' }),
    to: z.iso.datetime().optional().meta({ description: 'Issued before this time' }),
  }),
  response: 'bytes',
  problems: ['no_workspace', 'invoice_not_found'],
});

export const markInvoicePaid = defineRoute({
  ...common,
  id: 'markInvoicePaid',
  method: 'post',
  path: '/billing/invoices/{invoice_id}/mark-paid',
  summary: 'Note that an open invoice was paid',
  extension: true,
  params: z.object({ invoice_id: invoiceIdSchema }),
  response: invoiceRecordSchema,
  problems: ['no_workspace', 'invoice_not_found', 'invoice_already_paid'],
});
