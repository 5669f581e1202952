import type { UatDateChanges } from '../../../shared/agents/uat-date-changes.ts';
import { formatCount } from '../../format/format-number.ts';

/** `Changed 3 times; 12 days behind the original date`. */
export function formatUatDateChanges({ changeCount, daysLater }: UatDateChanges): string {
  if (changeCount === 0) return 'Original date';
  const changed = changeCount === 1 ? 'Changed once' : `Changed ${formatCount(changeCount, 'time')}`;
  if (daysLater === 0) return `${changed}; back on the original date`;
  return `${changed}; ${formatCount(Math.abs(daysLater), 'day')} ${daysLater > 0 ? 'behind' : 'ahead of'} the original date`;
}
