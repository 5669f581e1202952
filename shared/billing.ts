import * as z from 'zod';
import { fileBasePaths } from './base-paths.ts';
import { limits } from './limits.ts';
import { dollarsSchema } from './money.ts';
import { unreadableCountSchema } from './paging.ts';
import { defineRoute } from './route.ts';
import { timestampSchema } from './timestamp.ts';

/** Notices that a cycle can have, each at most once, least severe first. */
export const usageNoticeKinds = ['used_50', 'used_80', 'forecast', 'used_100'] as const;

export type UsageNoticeKind = (typeof usageNoticeKinds)[number];

/** A forecast requires this many whole days of the current cycle, regardless of the previous one. */
export const minForecastDays = 3;

const minutesSchema = z.int().min(0);
const minutesRangeSchema = z.object({ low: minutesSchema, high: minutesSchema });

export type MinutesRange = Readonly<z.infer<typeof minutesRangeSchema>>;

const periodSchema = z.object({ start: timestampSchema, end: timestampSchema });

export const usageSchema = z
  .object({
    billing_period: periodSchema.meta({ description: 'Includes the start and excludes the end' }),
    minutes_used: minutesSchema.meta({
      description: 'Minutes of completed calls except practice calls, each rounded up to a whole minute',
    }),
    minutes_included: minutesSchema,
    overage_minutes: minutesSchema,
    estimated_cost_usd: dollarsSchema,
  })
  .meta({ id: 'Usage' });

export type Usage = z.infer<typeof usageSchema>;

/** A void invoice keeps its number and stays in the list. */
export const invoiceStatuses = ['open', 'paid', 'void'] as const;

export type InvoiceStatus = (typeof invoiceStatuses)[number];

const invoiceIdSchema = z.string().max(limits.idLength);

export const invoiceSchema = z
  .object({
    invoice_id: invoiceIdSchema,
    amount_due_usd: dollarsSchema.meta({ description: 'Invoice total, whether paid or not' }),
    status: z.enum(invoiceStatuses),
    issue_date: timestampSchema,
    pdf_url: z.url().meta({ description: 'Signed URL, valid for one hour' }),
  })
  .meta({ id: 'Invoice' });

export type Invoice = z.infer<typeof invoiceSchema>;

const common = { tag: 'Billing', roles: ['admin'], status: 200 } as const;

export const getUsage = defineRoute({
  ...common,
  id: 'getUsage',
  method: 'get',
  path: '/billing/usage',
  summary: 'Get usage',
  description: 'Returns the voice minutes used in the current billing cycle.',
  extension: false,
  response: usageSchema,
  problems: [],
});

export const listInvoices = defineRoute({
  ...common,
  id: 'listInvoices',
  method: 'get',
  path: '/billing/invoices',
  summary: 'List invoices',
  description: 'Returns all invoices of the organization, newest first.',
  extension: false,
  response: z.object({ data: z.array(invoiceSchema) }).meta({ id: 'InvoiceList' }),
  problems: [],
});

const invoiceParams = z.object({ invoice_id: invoiceIdSchema });

export const voidInvoice = defineRoute({
  ...common,
  id: 'voidInvoice',
  method: 'post',
  path: '/billing/invoices/{invoice_id}/void',
  summary: 'Void an invoice',
  description:
    'Voids an open invoice, or a paid one of $0.00. It keeps its number. If its billing period has not ended, the period is open again.',
  extension: true,
  params: invoiceParams,
  response: invoiceSchema,
  problems: ['invoice_not_found', 'invoice_already_paid', 'invoice_reversed'],
});

export const creditNoteSchema = z
  .object({
    credit_note: z.string().meta({ description: 'Counts from 1 within the organization: `CN-0001`' }),
    invoice_id: invoiceIdSchema,
    amount_usd: dollarsSchema,
    issue_date: timestampSchema,
  })
  .meta({ id: 'CreditNote' });

export const creditInvoice = defineRoute({
  ...common,
  id: 'creditInvoice',
  method: 'post',
  path: '/billing/invoices/{invoice_id}/credit-note',
  summary: 'Issue a credit note',
  description: 'Credits a paid invoice in full. If its billing period has not ended, the period is open again.',
  extension: true,
  params: invoiceParams,
  status: 201,
  response: creditNoteSchema,
  problems: ['invoice_not_found', 'invoice_not_paid', 'invoice_reversed'],
});

export const getInvoicePdf = defineRoute({
  ...common,
  id: 'getInvoicePdf',
  method: 'get',
  path: `${fileBasePaths.invoices}/{file}`,
  summary: 'Download an invoice PDF',
  description: 'The file is `<invoice_id>.pdf`. Supports Range requests.',
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
  minutes_used: minutesSchema.meta({ description: 'Minutes used when the notice was raised' }),
});

export type UsageNotice = z.infer<typeof usageNoticeSchema>;

const dollarsRangeSchema = z.object({ low: dollarsSchema, high: dollarsSchema });

export const cycleForecastSchema = z
  .object({
    minutes: minutesRangeSchema,
    cost_usd: dollarsRangeSchema,
    /** Whole days of this cycle that the forecast is based on. */
    cycle_days: z.int().min(0),
    /** Days of the previous cycle that the forecast is based on. */
    previous_cycle_days: z.int().min(0),
  })
  .nullable();

export type CycleForecast = z.infer<typeof cycleForecastSchema>;

export const cycleOverviewSchema = z.object({
  plan: z.object({ name: z.string(), fee_usd: dollarsSchema, overage_usd_per_minute: dollarsSchema }),
  usage: usageSchema,
  /** Null until the cycle has enough whole days for a forecast. */
  forecast: cycleForecastSchema,
});

export type CycleOverview = z.infer<typeof cycleOverviewSchema>;

export const billingOverviewSchema = cycleOverviewSchema.extend({
  /** One entry for each UTC day of the cycle. Null for future days and days before the organization was created. */
  days: z.array(z.object({ start: timestampSchema, minutes: minutesSchema.nullable() })),
  /** Notices of this cycle, newest first. */
  notices: z.array(usageNoticeSchema),
  /** Ended billing periods that stay open until an admin confirms the date, because they have no activity. */
  unconfirmed_cycles: periodSchema.extend({ count: z.int().min(1) }).nullable(),
  /** Invoices of billing periods that have not ended. Only a clock that was ahead makes them. */
  future_invoices: z
    .object({
      count: z.int().min(1),
      /** Those that are credited instead of voided. */
      paid_count: z.int().min(0),
      first_number: z.string(),
      last_number: z.string(),
    })
    .nullable(),
  reconciliation: z.object({
    calls: z.int().min(0),
    call_minutes: minutesSchema,
    /** `minutes_used` minus `call_minutes`. */
    unmatched_minutes: z.int(),
  }),
  /** The completed practice calls of the cycle, which are free. */
  practice: z.object({ calls: z.int().min(0), minutes: minutesSchema }),
});

export type BillingOverview = z.infer<typeof billingOverviewSchema>;

export const getBillingOverview = defineRoute({
  ...common,
  id: 'getBillingOverview',
  method: 'get',
  path: '/billing',
  summary: 'Get the billing overview',
  description: 'Returns the current cycle with its plan, daily usage, notices and forecast.',
  extension: true,
  response: billingOverviewSchema,
  problems: ['no_workspace'],
});

export const invoiceRecordSchema = invoiceSchema.omit({ pdf_url: true }).extend({
  /** Counts from 1 within the organization: `INV-0001`. */
  number: z.string(),
  billing_period: periodSchema,
  plan_name: z.string(),
  fee_usd: dollarsSchema,
  minutes_used: minutesSchema,
  minutes_included: minutesSchema,
  overage_minutes: minutesSchema,
  overage_usd_per_minute: dollarsSchema,
  paid_at: timestampSchema.nullable(),
  /** When it was voided or credited in full. */
  reversed_at: timestampSchema.nullable(),
  /** `CN-0001` */
  credit_note: z.string().nullable(),
  /** Signed, and relative to the window's origin. */
  pdf_url: z.string(),
});

export type InvoiceRecord = z.infer<typeof invoiceRecordSchema>;

export const listInvoiceRecords = defineRoute({
  ...common,
  id: 'listInvoiceRecords',
  method: 'get',
  path: '/billing/invoices',
  summary: 'List invoices with their line items',
  extension: true,
  response: z.object({ data: z.array(invoiceRecordSchema), unreadable: unreadableCountSchema }),
  problems: ['no_workspace'],
});

export const exportInvoices = defineRoute({
  ...common,
  id: 'exportInvoices',
  method: 'get',
  path: '/billing/invoices.csv',
  summary: 'Export invoices as CSV',
  description: 'Newest first. If invoices cannot be read, a last line says how many.',
  extension: true,
  response: 'bytes',
  problems: ['no_workspace'],
});

export const bundleInvoices = defineRoute({
  ...common,
  id: 'bundleInvoices',
  method: 'get',
  path: '/billing/invoices.zip',
  summary: 'Download invoices as ZIP',
  description:
    'The archive contains one PDF per invoice and a CSV file, which says how many invoices cannot be read, if any.',
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
  summary: 'Mark an invoice as paid',
  extension: true,
  params: invoiceParams,
  response: invoiceRecordSchema,
  problems: ['no_workspace', 'invoice_not_found', 'invoice_already_paid', 'invoice_reversed'],
});

const countResponse = z.object({ count: z.int().min(0) });

export const reverseFutureInvoices = defineRoute({
  ...common,
  id: 'reverseFutureInvoices',
  method: 'post',
  path: '/billing/future-invoices/reverse',
  summary: 'Void or credit all invoices of billing periods that have not ended',
  extension: true,
  response: countResponse,
  problems: ['no_workspace'],
});

export const confirmEndedCycles = defineRoute({
  ...common,
  id: 'confirmEndedCycles',
  method: 'post',
  path: '/billing/ended-cycles/confirm',
  summary: 'Confirm the date and close all ended billing periods',
  extension: true,
  response: countResponse,
  problems: ['no_workspace'],
});
