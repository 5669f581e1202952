import * as z from 'zod';
import { limits } from '../../shared/limits.ts';

/** The periods that the overview and the insights offer. `cycle` is the current billing cycle. */
export const insightRanges = ['7', '30', '90', 'cycle'] as const;

export type InsightRange = (typeof insightRanges)[number];

export const rangeLabels = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  cycle: 'Billing cycle',
} as const satisfies Record<InsightRange, string>;

/** The comparison with the period before, in place of an agent. */
export const previousPeriod = 'previous';

/**
 * The agent whose calls are shown, and the agent or `previousPeriod` that they are compared with: never the same agent. The
 * range is stored, and all views share it.
 */
export const insightsSearchSchema = z
  .object({
    agent: z.string().max(limits.idLength).optional().catch(undefined),
    compare: z.string().max(limits.idLength).optional().catch(undefined),
  })
  .transform(({ agent, compare }) => ({ agent, compare: compare === agent ? undefined : compare }));

export type InsightsSearch = z.infer<typeof insightsSearchSchema>;
