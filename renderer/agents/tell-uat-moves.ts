import type { UatMoves } from '../../shared/uat-moves.ts';
import { formatCount } from '../format/format-number.ts';

/** `Moved 3 times, 12 days later than first said`. */
export function tellUatMoves({ count, daysLater }: UatMoves): string {
  if (count === 0) return 'As first said';
  const moved = count === 1 ? 'Moved once' : `Moved ${formatCount(count, 'time')}`;
  if (daysLater === 0) return `${moved}, now as first said`;
  return `${moved}, ${formatCount(Math.abs(daysLater), 'day')} ${daysLater > 0 ? 'later' : 'earlier'} than first said`;
}
