import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import * as z from 'zod';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { billingOverviewQuery } from '../billing/public.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { useNow } from '../../ui/page/use-now.ts';
import { insightRanges, type CustomPeriod, type InsightRange } from './insights-search.ts';
import { findCustomPeriod, findPeriodOfCycle, findPeriodOfDays, type InsightPeriod } from './find-period.ts';
import { useIsLinked } from '../../data/session/session-query.ts';

const storageKey = 'switchboard.insight-range';

const rangeSchema = z.enum(insightRanges).catch('30');

/** The selected range, which the overview and the insights share. It is stored on this computer. */
export const useInsightRange = create<{ readonly range: InsightRange }>(() => ({
  range: rangeSchema.parse(localStorage.getItem(storageKey)),
}));

export function setInsightRange(range: InsightRange): void {
  localStorage.setItem(storageKey, range);
  useInsightRange.setState({ range });
}

/** Returns a custom period, or the selected range's; undefined while the billing cycle is loading. */
export function useInsightPeriod(custom?: CustomPeriod): InsightPeriod | undefined {
  const selected = useInsightRange((state) => state.range);
  const range = useCanUseCycle() ? selected : selected === 'cycle' ? '30' : selected;
  const now = useNow();
  const cycle = useQuery({ ...billingOverviewQuery, enabled: !custom && range === 'cycle' }).data?.usage
    ?.billing_period;
  if (custom) return findCustomPeriod(custom, new Date(now));
  if (range !== 'cycle') return findPeriodOfDays(Number(range), new Date(now));
  return cycle && findPeriodOfCycle(cycle, new Date(now));
}

/** Whether the role can read the billing cycle, and a linked workspace has fetched it. */
export function useCanUseCycle(): boolean {
  const isSelected = useInsightRange(({ range }) => range === 'cycle');
  const isPermitted = useMissingPermission(appRoutes.getBillingOverview) === null;
  const isLinked = useIsLinked();
  const { data, isError } = useQuery({ ...billingOverviewQuery, enabled: isPermitted && (isSelected || isLinked) });
  return isPermitted && !isError && data?.usage !== null;
}
