import * as z from 'zod';
import { dollarsSchema } from '../text/money.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';

/** Notices that a cycle can have, each at most once, least severe first. */
export const usageNoticeKinds = ['used_50', 'used_80', 'forecast', 'used_100'] as const;

export type UsageNoticeKind = (typeof usageNoticeKinds)[number];

/** A forecast requires this many whole days of the current cycle, regardless of the previous one. */
export const minForecastDays = 3;

export const minutesSchema = z.int().min(0);
const minutesRangeSchema = z.object({ low: minutesSchema, high: minutesSchema });

export type MinutesRange = Readonly<z.infer<typeof minutesRangeSchema>>;

export const periodSchema = z.object({ start: timestampSchema, end: timestampSchema });

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

/** The cost is null if a remote has not sent it in a form that can be read. */
const cycleUsageSchema = usageSchema.extend({ estimated_cost_usd: dollarsSchema.nullable() });

export type CycleUsage = z.infer<typeof cycleUsageSchema>;

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
  problems: ['not_available_on_remote'],
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
    /** Null if the price of further minutes is not known: a remote does not send its plan. */
    cost_usd: dollarsRangeSchema.nullable(),
    /** Whole days of this cycle that the forecast is based on. */
    cycle_days: z.int().min(0),
    /** Days of the previous cycle that the forecast is based on. */
    previous_cycle_days: z.int().min(0),
  })
  .nullable();

export type CycleForecast = z.infer<typeof cycleForecastSchema>;

/** The numbers of a workspace that is or was linked are those that its remote sent. */
export const remoteBillingSchema = z.object({
  /** False after the workspace was unlinked. */
  is_linked: z.boolean(),
  /** Whether the role of the API key can read billing on the remote. */
  is_permitted: z.boolean(),
  /** When the remote last sent the usage. */
  fetched_at: timestampSchema.nullable(),
  /** The minutes of the cycle that cannot be assigned to a day. Negative if the remote lowered the total. */
  unassigned_minutes: z.int(),
});

export type RemoteBillingState = z.infer<typeof remoteBillingSchema>;

export const cycleOverviewSchema = z.object({
  /** Null if it is not known: a remote does not send it. */
  plan: z.object({ name: z.string(), fee_usd: dollarsSchema, overage_usd_per_minute: dollarsSchema }).nullable(),
  /** Null until a remote has sent it. */
  usage: cycleUsageSchema.nullable(),
  /** Null until the cycle has enough whole days for a forecast. */
  forecast: cycleForecastSchema,
  /** Minutes used at the same point of the previous cycle; null if the organization did not exist then, and for a remote. */
  previous_minutes: minutesSchema.nullable(),
  /** Null for a workspace that never was linked. */
  remote: remoteBillingSchema.nullable(),
});

export type CycleOverview = z.infer<typeof cycleOverviewSchema>;

export const billingOverviewSchema = cycleOverviewSchema.extend({
  /**
   * One entry for each UTC day of the cycle. Null for future days, for days before the organization was created, and for days on
   * which a remote was not asked. On a partial day, at least these minutes were used.
   */
  days: z.array(z.object({ start: timestampSchema, minutes: minutesSchema.nullable(), is_partial: z.boolean() })),
  /** Notices of this cycle, newest first. */
  notices: z.array(usageNoticeSchema),
  /** Ended billing periods that stay open until an admin confirms the date, because they have no activity. */
  unconfirmed_cycles: periodSchema.extend({ count: z.int().min(1) }).nullable(),
  /** Invoices of billing periods that have not ended. Only a clock that was ahead makes them. */
  future_invoices: z
    .object({
      count: z.int().min(1),
      /** Paid invoices, which are credited instead of voided. */
      paid_count: z.int().min(0),
      first_number: z.string(),
      last_number: z.string(),
    })
    .nullable(),
  /** Compares the usage with the completed calls of this workspace; null without usage. */
  reconciliation: z
    .object({
      calls: z.int().min(0),
      call_minutes: minutesSchema,
      /** `minutes_used` minus `call_minutes`. */
      unmatched_minutes: z.int(),
      /** Completed calls of a remote that did not say when they ended. They are in no cycle. */
      calls_without_date: z.int().min(0),
    })
    .nullable(),
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

const countResponse = z.object({ count: z.int().min(0) });

export const reverseFutureInvoices = defineRoute({
  ...common,
  id: 'reverseFutureInvoices',
  method: 'post',
  path: '/billing/future-invoices/reverse',
  summary: 'Void or credit all invoices of billing periods that have not ended',
  extension: true,
  response: countResponse,
  problems: ['no_workspace', 'not_available_on_remote'],
});

export const confirmEndedCycles = defineRoute({
  ...common,
  id: 'confirmEndedCycles',
  method: 'post',
  path: '/billing/ended-cycles/confirm',
  summary: 'Confirm the date and close all ended billing periods',
  extension: true,
  response: countResponse,
  problems: ['no_workspace', 'not_available_on_remote'],
});
