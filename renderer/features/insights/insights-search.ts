import * as z from 'zod';
import { insightDaysMax, insightYears } from '../../../shared/insights/insights.ts';
import { limits } from '../../../shared/contract/limits.ts';
import type { LocalDay } from '../../format/local-day.ts';
import { addDays } from '../../format/month-calendar.ts';

/** The periods that the overview and the insights offer. `cycle` is the current billing cycle. */
export const insightRanges = ['7', '30', '90', 'cycle'] as const;

export type InsightRange = (typeof insightRanges)[number];

export const rangeLabels = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  cycle: 'Billing cycle',
} as const satisfies Record<InsightRange, string>;

/** The comparison with the period before, or with one that starts on a chosen day, in place of an agent. */
export const previousPeriod = 'previous';
export const chosenPeriod = 'period';

/** The day in another time zone is of a year that the service accepts, too. */
const day = z.iso
  .date()
  .refine((date) => Number(date.slice(0, 4)) > insightYears.first && Number(date.slice(0, 4)) < insightYears.last)
  .optional()
  .catch(undefined);

/**
 * The agent whose calls are shown, and what they are compared with: another agent, `previousPeriod`, or `chosenPeriod`, which
 * starts on `start`. `from` and `to` are the first and the last day of a custom period; the other ranges are stored, and all
 * views share them.
 */
const fieldsSchema = z.object({
  agent: z.string().max(limits.idLength).optional().catch(undefined),
  compare: z.string().max(limits.idLength).optional().catch(undefined),
  start: day,
  from: day,
  to: day,
});

export type InsightsSearch = z.infer<typeof fieldsSchema>;

/** Leaves out a comparison and a period that are not complete. */
export const insightsSearchSchema = fieldsSchema.transform(({ agent, compare, start, from, to }): InsightsSearch => ({
  agent,
  compare: compare === agent || (compare === chosenPeriod && start === undefined) ? undefined : compare,
  start: compare === chosenPeriod ? start : undefined,
  ...(from !== undefined && to !== undefined && isCustomPeriod({ from, to })
    ? { from, to }
    : { from: undefined, to: undefined }),
}));

/** The first and the last day of a period. */
export type CustomPeriod = { readonly from: LocalDay; readonly to: LocalDay };

/** The service describes no longer period. */
const lastDayOffset = insightDaysMax - 1;

const isCustomPeriod = ({ from, to }: CustomPeriod) => from <= to && to <= addDays(from, lastDayOffset);

/** Returns a custom period with another first or last day. Moves its other end if the period would be empty or too long. */
export function changeCustomPeriod(period: CustomPeriod, change: Partial<CustomPeriod>): CustomPeriod {
  const { from, to } = { ...period, ...change };
  if (isCustomPeriod({ from, to })) return { from, to };
  if (from > to) return change.from === undefined ? { from: to, to } : { from, to: from };
  return change.from === undefined
    ? { from: addDays(to, -lastDayOffset), to }
    : { from, to: addDays(from, lastDayOffset) };
}
