import type { MinutesRange } from './usage-forecast.ts';

/** What is told once in a cycle: a share of the included minutes that was used, or that the rest will not suffice. */
export const usageNoticeKinds = ['used_50', 'used_80', 'forecast', 'used_100'] as const;

export type UsageNoticeKind = (typeof usageNoticeKinds)[number];

const usageThresholds = { used_50: 0.5, used_80: 0.8, used_100: 1 } as const;

/** The notices that hold for a cycle now, the least of them first. A plan without included minutes has none to tell of. */
export function findUsageNotices(
  minutesUsed: number,
  minutesIncluded: number,
  likely: MinutesRange | null,
): readonly UsageNoticeKind[] {
  if (minutesIncluded === 0) return [];
  const isForecast = likely !== null && minutesUsed < minutesIncluded && likely.high > minutesIncluded;
  return usageNoticeKinds.filter((kind) =>
    kind === 'forecast' ? isForecast : minutesUsed >= minutesIncluded * usageThresholds[kind],
  );
}
