import type { CallMetadata } from './call-metadata.ts';
import { limits } from './limits.ts';

/** A name as metadata may have it, in braces. */
const placeholderPattern = /\{\s*([\p{L}_][\p{L}\p{N}_.-]{0,63})\s*\}/gu;

/** A stretch that is said only where all that it mentions is known: `[ on {date}]`. */
const optionalSectionPattern = /\[([^[\]]*)\]/g;

/** Longer values would turn a greeting into a reading. */
const valueLengthMax = 80;

/** Stands for a placeholder without a value until its surroundings have been mended. */
const missingValueMark = '\u0001';

/** Words that lead up to a value and say nothing without it. */
const connectingWords =
  'about|after|and|at|before|between|by|called|for|from|in|is|named|of|on|number|regarding|since|the|this|to|until|with|your|my|our|mr|mrs|ms|dr';

/** The names of the metadata that a greeting mentions, each once, in the order of their first place. */
export function listPlaceholders(greeting: string): string[] {
  return [...new Set([...greeting.matchAll(placeholderPattern)].map(([, name = '']) => name))];
}

/**
 * The greeting with the metadata's own plain values in the place of their names. What has no value leaves no hole: the
 * words that led up to it go as well, and a stretch in square brackets goes as a whole.
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

/** A value as it is said; null where there is none, or none that can be said. */
function formatGreetingValue(metadata: CallMetadata, name: string): string | null {
  const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const spoken = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  const plain = spoken
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{C}<>{}[\]]+/gu, '')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return null;
  return plain.length <= valueLengthMax ? plain : truncateAtWord(plain, valueLengthMax);
}

function truncateAtWord(text: string, lengthMax: number): string {
  const cut = text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '');
  return cut.replace(/\s+\S*$/, '').trimEnd() || cut;
}

function removeMissingValues(text: string): string {
  const before = `(?:(?:^|(?<=[\\s,(]))(?:${connectingWords})\\.?\\s+)*`;
  const goesOn = `(?=\\s*(?:$|[.,;:!?)]|${missingValueMark}|(?:${connectingWords})\\b))`;
  const leading = new RegExp(`${before}${missingValueMark}${goesOn}`, 'giu');
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
