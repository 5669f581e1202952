// Public: other features may import this file.

/** One of the three forms of a date in HTTP begins with a weekday and names no time zone (RFC 9110, section 5.6.7). */
const asctimePattern = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i;

/** A weekday, or the year of ISO 8601. JavaScript also reads other text, such as `-5`, as a date. */
const datePattern = /^(?:[a-z]{3,9}[, ]|\d{4}-\d\d-\d\dT)/i;

/** Returns the time of a date in an HTTP header in milliseconds; null if it is missing or not a date. */
export function parseHttpDate(value = ''): number | null {
  const text = value.trim();
  const time = datePattern.test(text) ? Date.parse(asctimePattern.test(text) ? `${text} GMT` : text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
