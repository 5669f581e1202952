/** A day of the local calendar, `2026-03-12`. */
export type Day = string;

export function toDay(moment: Date): Day {
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** The midnight that a day begins with, so many days later; days that the clock is changed in are their own length. */
export function startOfDay(day: Day, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}
