import { usageNoticeKinds, type UsageNotice } from '../../../shared/billing/billing.ts';

/**
 * Returns the notices that apply now, newest first: the highest share of the included minutes, and the forecast until all of
 * them are used.
 */
export function findCurrentNotices(notices: readonly UsageNotice[]): readonly UsageNotice[] {
  const kinds = new Set(notices.map(({ kind }) => kind));
  const highestShare = usageNoticeKinds.findLast((kind) => kind !== 'forecast' && kinds.has(kind));
  return notices.filter(({ kind }) => (kind === 'forecast' ? highestShare !== 'used_100' : kind === highestShare));
}
