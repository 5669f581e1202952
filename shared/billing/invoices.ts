import * as z from 'zod';
import { fileBasePaths } from '../contract/base-paths.ts';
import { minutesSchema, periodSchema } from './billing.ts';
import { limits } from '../contract/limits.ts';
import { dollarsSchema } from '../text/money.ts';
import { unreadableCountSchema } from '../contract/paging.ts';
import { defineRoute } from '../contract/route.ts';
import { filterTimeSchema, timestampSchema } from '../contract/timestamp.ts';

/** A void invoice keeps its number and stays in the list. */
export const invoiceStatuses = ['open', 'paid', 'void'] as const;

export type InvoiceStatus = (typeof invoiceStatuses)[number];

const invoiceIdSchema = z.string().max(limits.idLength);

export const invoiceSchema = z
  .object({
    invoice_id: invoiceIdSchema,
    amount_due_usd: dollarsSchema.meta({ description: 'Invoice total, whether paid or not' }),
    status: z
      .string()
      .max(limits.remoteStatusLength)
      .meta({ description: '`open`, `paid` or `void`; a linked workspace returns the status of its remote' }),
    issue_date: timestampSchema,
    pdf_url: z.url().meta({ description: 'Signed URL, valid for one hour or until the window is locked' }),
  })
  .meta({ id: 'Invoice' });

export type Invoice = z.infer<typeof invoiceSchema>;

const common = { tag: 'Billing', roles: ['admin'], status: 200 } as const;

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
  problems: ['invoice_not_found', 'invoice_already_paid', 'invoice_reversed', 'not_available_on_remote'],
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
  problems: ['invoice_not_found', 'invoice_not_paid', 'invoice_reversed', 'not_available_on_remote'],
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

export const invoiceLineItemsSchema = z.object({
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
});

export const invoiceRecordSchema = invoiceSchema.omit({ pdf_url: true }).extend({
  /** Counts from 1 within the organization: `INV-0001`. The ID of a remote's invoice, as sent by the remote. */
  number: z.string(),
  /** Null for an invoice of a remote, which does not send them. */
  line_items: invoiceLineItemsSchema.nullable(),
  /** Whether it can be paid, voided and credited here. */
  is_changeable: z.boolean(),
  /** Signed, and relative to the window's origin. Null until the PDF of a remote's invoice is downloaded. */
  pdf_url: z.string().nullable(),
  /** Why the PDF could not be downloaded, or the invoice not be refreshed, as a sentence. */
  error: z.string().nullable(),
});

export type InvoiceRecord = z.infer<typeof invoiceRecordSchema>;

const invoiceRecordsSchema = z.object({
  data: z.array(invoiceRecordSchema),
  unreadable: unreadableCountSchema,
  /** The remote's invoices that cannot be shown, with the reason as a sentence. */
  unusable: z.array(z.object({ number: z.string(), error: z.string() })),
});

export type InvoiceRecords = z.infer<typeof invoiceRecordsSchema>;

export const listInvoiceRecords = defineRoute({
  ...common,
  id: 'listInvoiceRecords',
  method: 'get',
  path: '/billing/invoices',
  summary: 'List invoices with their line items',
  extension: true,
  response: invoiceRecordsSchema,
  problems: ['no_workspace'],
});

export const exportInvoices = defineRoute({
  ...common,
  id: 'exportInvoices',
  method: 'get',
  path: '/billing/invoices.csv',
  summary: 'Export invoices as CSV',
  description: 'Newest first. If invoices cannot be read, the last line contains their number.',
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
  description: 'The archive contains one PDF per invoice and a CSV file.',
  extension: true,
  query: z.object({
    from: filterTimeSchema.optional().meta({ description: 'Issued at this time or later' }),
    to: filterTimeSchema.optional().meta({ description: 'Issued before this time' }),
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
  problems: [
    'no_workspace',
    'invoice_not_found',
    'invoice_already_paid',
    'invoice_reversed',
    'not_available_on_remote',
  ],
});

/** Asks the remote for the PDF now. If it cannot be downloaded, the record contains the reason. */
export const downloadInvoicePdf = defineRoute({
  ...common,
  id: 'downloadInvoicePdf',
  method: 'post',
  path: '/billing/invoices/{invoice_id}/download',
  summary: 'Download the PDF of an invoice from the remote',
  extension: true,
  readOnly: true,
  params: invoiceParams,
  response: invoiceRecordSchema,
  problems: ['no_workspace', 'invoice_not_found', 'not_linked'],
});
