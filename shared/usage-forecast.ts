/** What a forecast rests on. */
export type UsageForecastInput = {
  /** Minutes of each whole day of this cycle so far that the organization existed on. */
  readonly cycleDayMinutes: readonly number[];
  /** Minutes of each day of the cycle before that the organization existed on. */
  readonly previousCycleDayMinutes: readonly number[];
  /** Used in this cycle, today included. */
  readonly minutesUsed: number;
  /** Days of the cycle that are still to come, today's rest included: 12.25. */
  readonly daysRemaining: number;
};

export type MinutesRange = { readonly low: number; readonly high: number };

/** Fewer whole days of a cycle say too little about it, whatever the one before was like. */
export const minForecastDays = 3;

/** Of a normal distribution: eight in ten lie within so many standard deviations. */
const forecastStandardDeviations = 1.28;

/**
 * Where the minutes of a cycle are likely to end, eight times in ten; null where it is too early to say. Days are taken as
 * alike and independent: what is left may differ by chance, and by how little the days so far tell of the mean. They are
 * taken to vary as much as counts do at least, as a few days may be alike by chance.
 */
export function forecastMinutes({
  cycleDayMinutes,
  previousCycleDayMinutes,
  minutesUsed,
  daysRemaining,
}: UsageForecastInput): MinutesRange | null {
  if (cycleDayMinutes.length < minForecastDays) return null;
  const days = [...cycleDayMinutes, ...previousCycleDayMinutes];
  const mean = days.reduce((sum, minutes) => sum + minutes, 0) / days.length;
  const variance = days.reduce((sum, minutes) => sum + (minutes - mean) ** 2, 0) / Math.max(1, days.length - 1);
  const deviation = Math.sqrt(Math.max(variance, mean) * (daysRemaining + daysRemaining ** 2 / days.length));
  const expected = minutesUsed + daysRemaining * mean;
  return {
    low: Math.max(minutesUsed, Math.floor(expected - forecastStandardDeviations * deviation)),
    high: Math.max(minutesUsed, Math.ceil(expected + forecastStandardDeviations * deviation)),
  };
}
