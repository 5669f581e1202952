import type { VerticalPosition } from './run-format.ts';

/** Text of a paragraph in one vertical position. */
export type TextSpan = { text: string; readonly position: VerticalPosition | 'equation' };

const superscripts: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−=()ni'].map((char, index) => [char, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'][index] ?? char]),
);
const subscripts: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−=()'].map((char, index) => [char, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][index] ?? char]),
);
/** A longer raised text is not an exponent or a mark. */
const maxRaisedChars = 12;
const ordinalPattern = /^(?:st|nd|rd|th|er|re|ère|e|ème|eme|me|lle|r|os|as|h|min|tm|sm|®|©|™|℠)$/i;

/** Appends text to the last span, or to a new one if its position differs. */
export function addSpan(spans: TextSpan[], text: string, position: TextSpan['position']): void {
  const last = spans.at(-1);
  if (last && last.position === position && position !== 'equation') last.text += text;
  else spans.push({ text, position });
}

/** The longest text before a span that its form depends on. */
const maxContextChars = 16;

/** Joins spans so that raised and lowered digits cannot be read as digits of a number: 10⁴, $32¹, H₂O, 2 1/2. */
export function joinSpans(spans: readonly TextSpan[]): string {
  const parts: string[] = [];
  let before = '';
  for (let index = 0; index < spans.length; index += 1) {
    const span = spans[index];
    if (!span) break;
    const fraction = readFraction(spans.slice(index, index + 3));
    const part = fraction === undefined ? formatSpan(span, spans[index - 1], before) : spaceFraction(fraction, before);
    if (fraction !== undefined) index += 2;
    parts.push(part);
    before = (before + part).slice(-maxContextChars);
  }
  return parts.join('').replaceAll(raisedFraction, writeFraction);
}

/** A fraction whose numbers are raised and lowered too little, or not at all below the slash. */
const raisedFraction = /(\d?)([⁰¹²³⁴-⁹]+)\u2044([₀-₉\d]+)/gu;

function writeFraction(_: string, whole: string, top: string, bottom: string): string {
  return `${whole}${whole && ' '}${top.normalize('NFKC')}/${bottom.normalize('NFKC')}`;
}

function formatSpan(span: TextSpan, previous: TextSpan | undefined, before: string): string {
  if (span.position === 'superscript') return formatSuperscript(span.text, before);
  if (span.position === 'subscript') return mapAll(span.text, subscripts) ?? span.text;
  return needsSpace(previous, span, before) ? ` ${span.text}` : span.text;
}

function spaceFraction(fraction: string, before: string): string {
  return /[\d\p{L}]$/u.test(before) ? ` ${fraction}` : fraction;
}

/** Whether a number would run into the number of an equation, or two equations into each other. */
function needsSpace(previous: TextSpan | undefined, span: TextSpan, before: string): boolean {
  const isEquation = span.position === 'equation';
  if (isEquation && previous?.position === 'equation') return true;
  return (isEquation || previous?.position === 'equation') && /\d$/.test(before) && /^\d/.test(span.text);
}

/** Reads a raised number, a slash and a lowered number. */
function readFraction([top, slash, bottom]: readonly TextSpan[]): string | undefined {
  if (top?.position !== 'superscript' || bottom?.position !== 'subscript') return undefined;
  if (!/^\s*[/⁄∕]\s*$/.test(slash?.text ?? '') || !/^\d+$/.test(top.text) || !/^\d+$/.test(bottom.text))
    return undefined;
  return `${top.text}/${bottom.text}`;
}

function formatSuperscript(text: string, before: string): string {
  const trimmed = text.trim();
  const isAfterVariable = /(?<!\p{L})\p{Ll}$/u.test(before);
  if (trimmed === '' || trimmed.length > maxRaisedChars || (ordinalPattern.test(trimmed) && !isAfterVariable))
    return text;
  // The mark of a footnote.
  if (/^[*†‡§]+$/.test(trimmed)) return text;
  const raised = mapAll(text, superscripts);
  if (raised !== undefined) return raised;
  const [, letter, bracket] = /^([a-z])(\))?$/.exec(trimmed) ?? [];
  if (letter !== undefined && (bracket !== undefined || /\p{L}{4}$|\p{Lu}{2}$/u.test(before))) return `[${letter}]`;
  // Spanish and Italian ordinal numbers.
  if (/\d\.?$/.test(before) && /^[ao]$/.test(trimmed)) return text.replace('a', 'ª').replace('o', 'º');
  const isExponent =
    isAfterVariable || /[\d)]$/.test(before) || (/(?<!\p{L})\p{Lu}$/u.test(before) && /^\p{Lu}/u.test(trimmed));
  if (!isExponent || !/^[\d\p{L}+−*/-]+$/u.test(trimmed)) return text;
  return `^${/^(?:[\d.,]+|\p{L})$/u.test(trimmed) ? trimmed : `(${trimmed})`}`;
}

/** Maps all digits and signs, and keeps commas and spaces between them. Returns undefined if there are other characters. */
function mapAll(text: string, characters: Readonly<Record<string, string>>): string | undefined {
  if (!/\S/.test(text)) return undefined;
  const mapped = [...text].map((char) => characters[char] ?? (/[\s,;]/.test(char) ? char : undefined));
  return mapped.includes(undefined) ? undefined : mapped.join('');
}
