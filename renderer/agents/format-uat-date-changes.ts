import type { UatDateChanges } from '../../shared/uat-date-changes.ts';
import { formatCount } from '../format/format-number.ts';

/** `Moved 3 times, 12 days later than first said`. */
export function formatUatDateChanges({ changeCount, daysLater }: UatDateChanges): string {
  if (changeCount === 0) return 'As first said';
  const moved = changeCount === 1 ? 'Moved once' : `Moved ${formatCount(changeCount, 'time')}`;
  if (daysLater === 0) return `${moved}, now as first said`;
  return `${moved}, ${formatCount(Math.abs(daysLater), 'day')} ${daysLater > 0 ? 'later' : 'earlier'} than first said`;
}
