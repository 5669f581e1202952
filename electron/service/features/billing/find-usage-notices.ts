// Public: other features may import this file.
import { usageNoticeKinds, type MinutesRange, type UsageNoticeKind } from '../../../../shared/billing/billing.ts';

const usageThresholds = { used_50: 0.5, used_80: 0.8, used_100: 1 } as const;

/** Returns the notices that apply to a cycle now, least severe first. A plan without included minutes has none. */
export function findUsageNotices(
  minutesUsed: number,
  minutesIncluded: number,
  forecast: MinutesRange | null,
): readonly UsageNoticeKind[] {
  if (minutesIncluded === 0) return [];
  const isOverageLikely = forecast !== null && minutesUsed < minutesIncluded && forecast.high > minutesIncluded;
  return usageNoticeKinds.filter((kind) =>
    kind === 'forecast' ? isOverageLikely : minutesUsed >= minutesIncluded * usageThresholds[kind],
  );
}
