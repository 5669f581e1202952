import type { UsageNoticeKind } from '../../../shared/billing/billing.ts';

export function describeUsageNotice(kind: UsageNoticeKind): string {
  return usageNoticeTexts[kind];
}

const usageNoticeTexts = {
  used_50: 'You’ve used 50% of your included minutes',
  used_80: 'You’ve used 80% of your included minutes',
  forecast: 'Forecast: you’ll exceed your included minutes',
  used_100: 'You’ve used all of your included minutes',
} as const satisfies Record<UsageNoticeKind, string>;
