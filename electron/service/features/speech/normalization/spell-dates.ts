const monthNames = 'January February March April May June July August September October November December'.split(' ');

/** Dates in figures: ISO's are named, the others, whose order nobody knows, are read in theirs. */
export function normalizeDates(text: string): string {
  return text
    .replaceAll(/\b(\d{4})-(\d{2})-(\d{2})(?=\b|T\d)/g, (whole, year: string, month: string, day: string) => {
      const name = monthNames[Number(month) - 1];
      return name ? `${name} ${Number(day)}, ${year}` : whole;
    })
    .replaceAll(/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, '$1, $2, $3')
    .replaceAll(/\b(\d{4})\/(\d{2,4})\b/g, '$1, $2');
}
