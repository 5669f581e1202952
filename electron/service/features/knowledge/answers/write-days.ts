// Public: other features may import this file.
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** A short name has a capital letter: "sun" and "sat" are other words. */
const name = String.raw`(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)days?|(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?`;
const daysPattern = new RegExp(String.raw`\b(${name})(?:(?: ?[–-] ?| (?:to|through|until|till) )(${name}))?`, 'g');

/** Writes the days of the week in full, and those between two: "Tue-Thu" as "Tuesday Wednesday Thursday". */
export function writeDays(text: string): string {
  return text.replaceAll(daysPattern, (_, first: string, last: string = first) => {
    const [from, until] = [findDay(first), findDay(last)];
    const count = (until - from + 7) % 7;
    return Array.from({ length: count + 1 }, (__, later) => weekdays[(from + later) % 7]).join(' ');
  });
}

const findDay = (day: string) =>
  weekdays.findIndex((weekday) => weekday.startsWith(day.slice(0, 2).replace(/^./, (letter) => letter.toUpperCase())));
