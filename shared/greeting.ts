import type { CallMetadata } from './call-metadata.ts';
import { limits } from './limits.ts';

/** A name as metadata may have it, in braces. */
const placeholderPattern = /\{\s*([\p{L}_][\p{L}\p{N}_.-]{0,63})\s*\}/gu;

/** A stretch that is said only where all that it mentions is known: `[ on {date}]`. */
const optionalPattern = /\[([^[\]]*)\]/g;

/** Longer values would turn a greeting into a reading. */
const valueLengthMax = 80;

/** Stands for a placeholder without a value until its surroundings have been mended. */
const hole = '\u0001';

/** Words that lead up to a value and say nothing without it. */
const leadingWords =
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
  const template = greeting.slice(0, limits.greetingLength).replaceAll(hole, '');
  const withOptions = template.replaceAll(optionalPattern, (all, inner: string) => {
    const names = listPlaceholders(inner);
    if (names.length === 0) return all;
    return names.every((name) => readValue(metadata, name) !== null) ? inner : '';
  });
  const filled = withOptions.replaceAll(placeholderPattern, (_, name: string) => readValue(metadata, name) ?? hole);
  return tidy(filled.includes(hole) ? mendHoles(filled) : filled);
}

/** A value as it is said; null where there is none, or none that can be said. */
function readValue(metadata: CallMetadata, name: string): string | null {
  const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const spoken = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  const plain = spoken
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{C}<>{}[\]]+/gu, '')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return null;
  return plain.length <= valueLengthMax ? plain : cutAtWord(plain, valueLengthMax);
}

function cutAtWord(text: string, lengthMax: number): string {
  const cut = text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '');
  return cut.replace(/\s+\S*$/, '').trimEnd() || cut;
}

function mendHoles(text: string): string {
  const before = `(?:(?:^|(?<=[\\s,(]))(?:${leadingWords})\\.?\\s+)*`;
  const goesOn = `(?=\\s*(?:$|[.,;:!?)]|${hole}|(?:${leadingWords})\\b))`;
  const leading = new RegExp(`${before}${hole}${goesOn}`, 'giu');
  return text
    .replaceAll(new RegExp(`${hole}['’]s(?=\\s+[\\p{L}])`, 'gu'), 'your')
    .replaceAll(leading, hole)
    .replaceAll(new RegExp(`[("“'‘]\\s*${hole}\\s*[)"”'’]`, 'g'), hole)
    .replaceAll(new RegExp(`\\s*[,;:–—-]?\\s*${hole}`, 'g'), hole)
    .replaceAll(new RegExp(`${hole}+\\s*(?=[,;:.!?])`, 'g'), '')
    .replaceAll(hole, ' ')
    .replaceAll(/\s+(?=[,;:.!?])/g, '')
    .replaceAll(/[,;:]+(?=[,;:.!?])/g, '')
    .replaceAll(/([.!?])(?:\s*[.!?,;:])+/g, '$1')
    .replace(/^[\s,;:.!?–—-]+/, '')
    .replace(/[\s,;:–—-]+$/, '')
    .replace(/^\p{Ll}/u, (first) => first.toUpperCase())
    .replaceAll(/([.!?] )(\p{Ll})/gu, (_, end: string, first: string) => end + first.toUpperCase());
}

function tidy(text: string): string {
  return text
    .replaceAll(/\p{C}+/gu, (run) => (/\s/.test(run) ? ' ' : ''))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,;:.!?](?:\s|$))/g, '')
    .trim();
}
