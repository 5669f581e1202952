import type { InputError } from '../../../shared/contract/problems.ts';

/** The value of JSON, the names in it that have several values, and the numbers that JavaScript cannot keep. */
type ReadJson = { readonly value: unknown; readonly errors: readonly InputError[] };

/** A number that JavaScript would change: as an integer beyond 2^53 it is rounded, as `1e400` it is infinite. */
class InexactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Matches where such a number may begin: with 16 digits, or with an exponent. Text without a match is read much faster. */
const suspectPattern = /(?:^|[:,[\s])-?(?:\d{16}|\d+(?:\.\d+)?[eE])/;

const maxErrors = 20;

/** Reads JSON, and finds what would be changed in it: numbers, and names that occur again in their object. Throws SyntaxError. */
export function readExactJson(text: string): ReadJson {
  const isSuspect = suspectPattern.test(text);
  const value: unknown = isSuspect ? JSON.parse(text, markInexactNumber) : JSON.parse(text);
  const repeated = findRepeatedNames(text);
  return { value, errors: repeated.length > 0 || !isSuspect ? repeated : findInexactNumbers(value) };
}

/** Reads JSON with each integer beyond 2^53 as the text that it was written as. Throws SyntaxError. */
export function parseJsonKeepingIntegers(text: string): unknown {
  if (!suspectPattern.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown, context?: ReviverContext) => {
    const marked = markInexactNumber(key, value, context);
    return marked instanceof InexactNumber ? (/^-?\d+$/.test(marked.source) ? marked.source : value) : marked;
  });
}

/** The third argument of a reviver (JSON.parse source text access), which older engines do not pass. */
type ReviverContext = { readonly source?: string };

function markInexactNumber(_key: string, value: unknown, context?: ReviverContext): unknown {
  if (typeof value !== 'number') return value;
  const source = context?.source ?? String(value);
  return isExact(value, source) ? value : new InexactNumber(source);
}

/** A fraction is exact enough if it is not zero by rounding alone. Every other number must keep each of its digits. */
function isExact(value: number, source: string): boolean {
  if (!Number.isFinite(value) || /^-?\d+$/.test(source)) return Number.isSafeInteger(value);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value !== 0 || !/^[^eE]*[1-9]/.test(source);
  return toScientific(source) === toScientific(String(value));
}

/** Returns a number with the digits that count and their exponent, so that equal numbers are equal text. */
function toScientific(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return `${digits.slice(0, end).replace(/^(-?)0+/, '$1')}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** In valid JSON: text, with the colon after it if it is a name, and the signs around values. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[[\]{},]/g;

/** Of several values, readers use different ones (RFC 8259, section 4), and the sender cannot know which. */
function findRepeatedNames(json: string): readonly InputError[] {
  const errors: InputError[] = [];
  /** The objects and lists around a token, and where in them it is. */
  const open: { readonly names: Set<string>; step: string | number }[] = [];
  for (const [token, colon] of json.matchAll(tokenPattern)) {
    const parent = open.at(-1);
    if (token === '{' || token === '[') open.push({ names: new Set(), step: token === '[' ? 0 : '' });
    else if (token === '}' || token === ']') open.pop();
    else if (!parent) continue;
    else if (token === ',' && typeof parent.step === 'number') parent.step += 1;
    else if (colon !== undefined) {
      const name = String(JSON.parse(token.slice(0, -colon.length)));
      parent.step = name;
      if (parent.names.has(name) && errors.length < maxErrors)
        errors.push({
          pointer: open.map(({ step }) => formatStep(step)).join(''),
          detail: `"${name.slice(0, 40)}" occurs more than once. Send it once.`,
        });
      parent.names.add(name);
    }
  }
  return errors;
}

/** Returns a step of a JSON Pointer (RFC 6901). */
function formatStep(step: string | number): string {
  return `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function findInexactNumbers(root: unknown): readonly InputError[] {
  const errors: InputError[] = [];
  const pending: (readonly [pointer: string, value: unknown])[] = [['', root]];
  for (const [pointer, value] of pending) {
    if (errors.length === maxErrors) break;
    if (value instanceof InexactNumber) errors.push({ pointer, detail: describeInexactNumber(value) });
    else if (typeof value === 'object' && value !== null)
      for (const [name, entry] of Object.entries(value)) pending.push([pointer + formatStep(name), entry]);
  }
  return errors;
}

function describeInexactNumber({ source }: InexactNumber): string {
  const number = source.length > 40 ? `${source.slice(0, 40)}…` : source;
  return `${number} cannot be kept exactly as a number. Send it as text: "${number}".`;
}
