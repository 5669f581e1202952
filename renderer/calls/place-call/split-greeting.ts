import type { CallMetadata } from '../../../shared/call-metadata.ts';
import { fillGreeting, listPlaceholders } from '../../../shared/greeting.ts';

export type GreetingPart = { readonly text: string; readonly isValue: boolean };

/** A value that occurs in no greeting, by its number. */
const tokenPattern = /Zq(\d+)qz/i;

/** The greeting as it will be said, in parts: what the metadata says, and what stands around it. */
export function splitGreeting(greeting: string, metadata: CallMetadata): readonly GreetingPart[] {
  const whole = fillGreeting(greeting, metadata);
  const values = listPlaceholders(greeting).map((name) => formatPlaceholderValue(metadata, name));
  const names = listPlaceholders(greeting);
  const tokens = Object.fromEntries(
    names.flatMap((name, place) => (values[place] === '' ? [] : [[name, `Zq${place}qz`]])),
  );
  // Split at the tokens, the pieces at odd places are the numbers of the values that stand there.
  const pieces = fillGreeting(greeting, tokens).split(tokenPattern);
  const parts: GreetingPart[] = [];
  let at = 0;
  for (const [place, piece] of pieces.entries()) {
    const isValue = place % 2 === 1;
    const expected = isValue ? (values[Number(piece)] ?? '') : piece;
    const text = whole.slice(at, at + expected.length);
    at += expected.length;
    if (text.toLowerCase() !== expected.toLowerCase()) return [{ text: whole, isValue: false }];
    if (text !== '') parts.push({ text, isValue });
  }
  return at === whole.length ? parts : [{ text: whole, isValue: false }];
}

function formatPlaceholderValue(metadata: CallMetadata, name: string): string {
  const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  return value === undefined ? '' : fillGreeting('{value}', { value });
}
