const smallNumbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const numberWordPattern = new RegExp(
  `\\b(?:(?<ten>${tens.join('|')})(?:[- ](?<unit>${smallNumbers.slice(1, 10).join('|')}))?|(?<small>${smallNumbers.slice(2).join('|')}))\\b`,
  'gi',
);

const multiply = (factor: number) => (_: string, count: string, rest: string | undefined) =>
  String((Number(count) || 1) * factor + Number(rest ?? 0));

/**
 * Documents write "fourteen days" and callers type "14 days"; "four thousand two hundred" becomes "4200". Leaves "one", which is rarely a
 * number.
 */
export function writeNumbersAsDigits(text: string): string {
  return writeSmallNumbers(text)
    .replaceAll(/\b(\d|an?|one) hundred(?: (?:and )?(\d{1,2}))?\b/gi, multiply(100))
    .replaceAll(/\b(\d{1,3}|an?|one) (?:thousand|grand)(?: (?:and )?(\d{1,3}))?\b/gi, multiply(1000));
}

function writeSmallNumbers(text: string): string {
  return text.replaceAll(numberWordPattern, (...match) => {
    const { ten, unit, small } = match.at(-1) as Readonly<Record<string, string | undefined>>; // the named groups come last
    if (small !== undefined) return String(smallNumbers.indexOf(small.toLowerCase()));
    const units = unit === undefined ? 0 : smallNumbers.indexOf(unit.toLowerCase());
    return String((tens.indexOf(ten?.toLowerCase() ?? '') + 2) * 10 + units);
  });
}
