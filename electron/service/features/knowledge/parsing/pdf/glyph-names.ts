/** The characters of names that are not the character itself, of those that have variants such as `one.oldstyle`. */
const characters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    zero: '0',
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    space: ' ',
    period: '.',
    comma: ',',
    hyphen: '-',
    minus: '\u2212',
    colon: ':',
    semicolon: ';',
    slash: '/',
    parenleft: '(',
    parenright: ')',
    ampersand: '&',
    percent: '%',
    dollar: '$',
    Euro: '€',
    sterling: '£',
    longs: 's',
    germandbls: 'ß',
  }),
);

/**
 * Returns the text of a character by its name in a font, as the Adobe Glyph List Specification describes: what follows a period says how
 * it looks, and the names of the parts of a ligature are joined by `_`. Returns null for other names.
 */
export function readGlyphName(name: string): string | null {
  const [base = ''] = name.split('.');
  const parts = base.split('_').map(readPart);
  return parts.some((part) => part === null) ? null : parts.join('');
}

function readPart(part: string): string | null {
  if (/^[A-Za-z]$/.test(part)) return part;
  const codes =
    /^uni((?:[\dA-F]{4}){1,9})$/.exec(part)?.[1]?.match(/.{4}/g) ?? /^u([\dA-F]{4,5})$/.exec(part)?.slice(1);
  if (codes) return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)));
  return characters.get(part) ?? null;
}
