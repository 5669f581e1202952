/** What a projection rests on. */
export type ProjectionBasis = {
  /** Minutes of each whole day of this cycle so far that the organization existed on. */
  readonly daysSoFar: readonly number[];
  /** Minutes of each day of the cycle before that the organization existed on. */
  readonly daysBefore: readonly number[];
  /** Used in this cycle, today included. */
  readonly minutesUsed: number;
  /** Days of the cycle that are still to come, today's rest included: 12.25. */
  readonly daysLeft: number;
};

export type Range = { readonly low: number; readonly high: number };

/** Fewer whole days of a cycle say too little about it, whatever the one before was like. */
export const projectionDaysMin = 3;

/** Of a normal distribution: eight in ten lie within so many standard deviations. */
const likelyDeviations = 1.28;

/**
 * Where the minutes of a cycle are likely to end, eight times in ten; null where it is too early to say. Days are taken as
 * alike and independent: what is left may differ by chance, and by how little the days so far tell of the mean. They are
 * taken to vary as much as counts do at least, as a few days may be alike by chance.
 */
export function projectMinutes({ daysSoFar, daysBefore, minutesUsed, daysLeft }: ProjectionBasis): Range | null {
  if (daysSoFar.length < projectionDaysMin) return null;
  const days = [...daysSoFar, ...daysBefore];
  const mean = days.reduce((sum, minutes) => sum + minutes, 0) / days.length;
  const variance = days.reduce((sum, minutes) => sum + (minutes - mean) ** 2, 0) / Math.max(1, days.length - 1);
  const deviation = Math.sqrt(Math.max(variance, mean) * (daysLeft + daysLeft ** 2 / days.length));
  const expected = minutesUsed + daysLeft * mean;
  return {
    low: Math.max(minutesUsed, Math.floor(expected - likelyDeviations * deviation)),
    high: Math.max(minutesUsed, Math.ceil(expected + likelyDeviations * deviation)),
  };
}

/** `from 12 days of this cycle and the one before`. */
export function describeBasis(daysSoFar: number, daysBefore: number): string {
  const own = `${daysSoFar} ${daysSoFar === 1 ? 'day' : 'days'} of this cycle`;
  return `from ${own}${daysBefore > 0 ? ' and the one before' : ''}`;
}
