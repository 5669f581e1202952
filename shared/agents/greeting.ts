import type { CallMetadata } from '../calls/call-metadata.ts';
import { limits } from '../contract/limits.ts';

/** A metadata name in braces: `{first_name}`. */
const placeholderPattern = /\{\s*([\p{L}_][\p{L}\p{N}_.-]{0,63})\s*\}/gu;

/** A section that is left out if any of its placeholders has no value: `[ on {date}]`. */
const optionalSectionPattern = /\[([^[\]]*)\]/g;

/** Longer values would make the greeting too long to listen to. */
const maxValueLength = 80;

/** Marks a placeholder without a value until the words around it are fixed. */
const missingValueMark = '\u0001';

/** Words in front of a value that are removed together with it. */
const connectingWords =
  'about|after|and|at|before|between|by|called|for|from|in|is|named|of|on|number|regarding|since|the|this|to|until|with|your|my|our|mr|mrs|ms|dr';

/** Lists the metadata names that a greeting uses, without duplicates, in order of appearance. */
export function listPlaceholders(greeting: string): string[] {
  return [...new Set([...greeting.matchAll(placeholderPattern)].map(([, name = '']) => name))];
}

/** Returns what is wrong with the braces or brackets of a greeting, as a sentence; null if nothing is. */
export function findTemplateError(greeting: string): string | null {
  const text = greeting.replaceAll(placeholderPattern, '');
  const brace = /[{}]/.exec(text);
  if (brace) {
    if (brace[0] === '}') return 'A “}” has no “{” in front of it.';
    const inner = /^[^{}\n]{0,80}\}/.exec(text.slice(brace.index + 1));
    return inner
      ? `“{${inner[0]}” is not a placeholder. Use letters, digits and “_”, as in {first_name}.`
      : `The placeholder “${text.slice(brace.index, brace.index + 20).trim()}” has no end. Close it with “}”.`;
  }
  const bracket = /[[\]]/.exec(text.replaceAll(optionalSectionPattern, ''));
  if (!bracket) return null;
  return bracket[0] === '[' ? 'A “[” has no “]” after it.' : 'A “]” has no “[” in front of it.';
}

/**
 * Replaces the placeholders of a greeting by metadata values. If a value is missing, the words in front of it are removed as
 * well, and so is a section in square brackets that contains it.
 */
export function fillGreeting(greeting: string, metadata: CallMetadata): string {
  const template = greeting.slice(0, limits.greetingLength).replaceAll(missingValueMark, '');
  const withOptions = template.replaceAll(optionalSectionPattern, (all, inner: string) => {
    const names = listPlaceholders(inner);
    if (names.length === 0) return all;
    return names.every((name) => formatGreetingValue(metadata, name) !== null) ? inner : '';
  });
  const filled = withOptions.replaceAll(
    placeholderPattern,
    (_, name: string) => formatGreetingValue(metadata, name) ?? missingValueMark,
  );
  return normalizeWhitespace(filled.includes(missingValueMark) ? removeMissingValues(filled) : filled);
}

/** Returns the text of a value; null if the value is missing or has no speakable text. */
function formatGreetingValue(metadata: CallMetadata, name: string): string | null {
  const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const spoken = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  const plain = spoken
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{C}<>{}[\]]+/gu, '')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return null;
  return plain.length <= maxValueLength ? plain : truncateAtWord(plain, maxValueLength);
}

function truncateAtWord(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
  return cut.replace(/\s+\S*$/, '').trimEnd() || cut;
}

function removeMissingValues(text: string): string {
  const beforePattern = `(?:(?:^|(?<=[\\s,(]))(?:${connectingWords})\\.?\\s+)*`;
  const afterPattern = `(?=\\s*(?:$|[.,;:!?)]|${missingValueMark}|(?:${connectingWords})\\b))`;
  const leading = new RegExp(`${beforePattern}${missingValueMark}${afterPattern}`, 'giu');
  return text
    .replaceAll(new RegExp(`${missingValueMark}['’]s(?=\\s+[\\p{L}])`, 'gu'), 'your')
    .replaceAll(leading, missingValueMark)
    .replaceAll(new RegExp(`[("“'‘]\\s*${missingValueMark}\\s*[)"”'’]`, 'g'), missingValueMark)
    .replaceAll(new RegExp(`\\s*[,;:–—-]?\\s*${missingValueMark}`, 'g'), missingValueMark)
    .replaceAll(new RegExp(`${missingValueMark}+\\s*(?=[,;:.!?])`, 'g'), '')
    .replaceAll(missingValueMark, ' ')
    .replaceAll(/\s+(?=[,;:.!?])/g, '')
    .replaceAll(/[,;:]+(?=[,;:.!?])/g, '')
    .replaceAll(/([.!?])(?:\s*[.!?,;:])+/g, '$1')
    .replace(/^[\s,;:.!?–—-]+/, '')
    .replace(/[\s,;:–—-]+$/, '')
    .replace(/^\p{Ll}/u, (first) => first.toUpperCase())
    .replaceAll(/([.!?] )(\p{Ll})/gu, (_, end: string, first: string) => end + first.toUpperCase());
}

function normalizeWhitespace(text: string): string {
  return text
    .replaceAll(/\p{C}+/gu, (run) => (/\s/.test(run) ? ' ' : ''))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,;:.!?](?:\s|$))/g, '')
    .trim();
}
