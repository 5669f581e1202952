import * as chrono from 'chrono-node/en';

/** Matches times that are counted from now. */
export const laterPattern = /^(?:in|within|after)\b|\b(?:later|from now)$/i;

/** Returns when "in two hours" is, although clocks may change until then; null for another time. */
export function addElapsedTime(words: string, now: Date): Date | null {
  if (!laterPattern.test(words) || !/\b(?:minute|hour)s?\b/i.test(words)) return null;
  // The library adds to the time of the clock: here on a day on which no clock changes.
  const start = new Date(2001, 0, 10, 6);
  const end = chrono.parseDate(words, start);
  return end && new Date(now.getTime() + end.getTime() - start.getTime());
}

/** Writes "an hour and a half", of which the library reads the hour, as "90 minutes". */
export function writeHalfHours(text: string): string {
  return text.replace(
    /\b(an?|one|two|three|four|\d+) (?:hours? and a half|and a half hours)\b/i,
    (_, hours: string) =>
      `${60 * ({ two: 2, three: 3, four: 4 }[hours.toLowerCase()] ?? (Number(hours) || 1)) + 30} minutes`,
  );
}
