import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { v1 } from '../../data/service-clients.ts';
import { findTimeZone, type InsightPeriod } from './find-period.ts';

const insightsKey = ['insights'] as const;

/** Queries without a period are not enabled. */
function toPeriodFields(period: InsightPeriod | undefined, agent: string | undefined) {
  return { from: period?.from ?? '', to: period?.to ?? '', ...(agent !== undefined && { agent }) };
}

/** The figures of a period; the previous period's stay until they are loaded. */
export function callInsightsQuery(period: InsightPeriod | undefined, agent?: string) {
  const time_zone = findTimeZone();
  return queryOptions({
    queryKey: [...insightsKey, 'calls', period, agent ?? null, time_zone],
    queryFn: ({ signal }) =>
      v1(v1Routes.getCallInsights, {
        query: { ...toPeriodFields(period, agent), time_zone },
        signal,
      }),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** The cited passages and the documents without a citation; the previous period's stay until they are loaded. */
export function documentInsightsQuery(period: InsightPeriod | undefined, agent?: string) {
  return queryOptions({
    queryKey: [...insightsKey, 'documents', period, agent ?? null],
    queryFn: ({ signal }) =>
      v1(v1Routes.getDocumentInsights, {
        query: toPeriodFields(period, agent),
        signal,
      }),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** An event reports the progress of background work, but it may be over before the events are open. */
const pendingIntervalMs = 3_000;

const contradictionsKey = ['contradictions'] as const;

/** The possible contradictions of a period; the previous period's stay until they are loaded. */
export function contradictionsQuery(period: InsightPeriod | undefined, agent?: string) {
  return queryOptions({
    queryKey: [...contradictionsKey, period, agent ?? null],
    queryFn: ({ signal }) =>
      v1(v1Routes.listContradictions, {
        query: toPeriodFields(period, agent),
        signal,
      }),
    enabled: period !== undefined,
    refetchInterval: ({ state }) => (state.data?.pending_count ? pendingIntervalMs : false),
    placeholderData: keepPreviousData,
  });
}

const gapsKey = ['knowledge-gaps'] as const;

/** The knowledge gaps of a period; the previous period's stay until they are loaded. */
export function knowledgeGapsQuery(period: InsightPeriod | undefined, agent?: string) {
  return queryOptions({
    queryKey: [...gapsKey, period, agent ?? null],
    queryFn: ({ signal }) =>
      v1(v1Routes.listKnowledgeGaps, {
        query: toPeriodFields(period, agent),
        signal,
      }),
    enabled: period !== undefined,
    refetchInterval: ({ state }) => (state.data?.pending_count ? pendingIntervalMs : false),
    placeholderData: keepPreviousData,
  });
}

/** Limits how often the figures are counted while many calls change. */
const minIntervalMs = 1_000;

export const refreshInsights = createRefresher(() => invalidate(insightsKey), minIntervalMs);
export const refreshDocumentInsights = createRefresher(() => invalidate([...insightsKey, 'documents']), minIntervalMs);
export const refreshKnowledgeGaps = createRefresher(() => invalidate(gapsKey), minIntervalMs);
export const refreshContradictions = createRefresher(() => invalidate(contradictionsKey), minIntervalMs);
