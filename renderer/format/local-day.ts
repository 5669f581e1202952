/** A day of the local calendar, `2026-03-12`. */
export type LocalDay = string;

export function toLocalDay(moment: Date): LocalDay {
  return `${moment.getFullYear()}-${padTwoDigits(moment.getMonth() + 1)}-${padTwoDigits(moment.getDate())}`;
}

function padTwoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** The midnight that a day begins with, so many days later; days that the clock is changed in are their own length. */
export function startOfDay(day: LocalDay, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}
