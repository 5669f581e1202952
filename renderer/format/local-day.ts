/** A day of the local calendar: `2026-03-12`. */
export type LocalDay = string;

export function toLocalDay(date: Date): LocalDay {
  return `${String(date.getFullYear()).padStart(4, '0')}-${padTwoDigits(date.getMonth() + 1)}-${padTwoDigits(date.getDate())}`;
}

function padTwoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Returns the midnight at the start of a day, or of the day `offsetDays` later. Days with a clock change have their real length. */
export function startOfDay(day: LocalDay, offsetDays = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const midnight = new Date(2000, 0, 1);
  midnight.setFullYear(year, month - 1, date + offsetDays); // the constructor takes the years 0 to 99 as 1900 to 1999
  return midnight;
}
