import { fillGreeting, listPlaceholders } from '../../shared/agents/greeting.ts';
import type { CallMetadata } from '../../shared/calls/call-metadata.ts';

export type GreetingPart = { readonly text: string; readonly isValue: boolean };

/** Matches a token that replaces a value and occurs in no greeting. The group is the index of the value. */
const tokenPattern = /Zq(\d+)qz/i;

/** Splits the filled-in greeting into metadata values and the text around them. */
export function splitGreeting(greeting: string, metadata: CallMetadata): readonly GreetingPart[] {
  const wholeText = fillGreeting(greeting, metadata);
  const names = listPlaceholders(greeting);
  const values = names.map((name) => formatPlaceholderValue(metadata, name));
  const tokens = Object.fromEntries(
    names.flatMap((name, index) => (values[index] === '' ? [] : [[name, `Zq${index}qz`]])),
  );
  // After the split, the pieces at odd indexes are the indexes of the values.
  const pieces = fillGreeting(greeting, tokens).split(tokenPattern);
  const parts: GreetingPart[] = [];
  let position = 0;
  for (const [index, piece] of pieces.entries()) {
    const isValue = index % 2 === 1;
    const expected = isValue ? (values[Number(piece)] ?? '') : piece;
    const text = wholeText.slice(position, position + expected.length);
    position += expected.length;
    if (text.toLowerCase() !== expected.toLowerCase()) return [{ text: wholeText, isValue: false }];
    if (text !== '') parts.push({ text, isValue });
  }
  return position === wholeText.length ? parts : [{ text: wholeText, isValue: false }];
}

function formatPlaceholderValue(metadata: CallMetadata, name: string): string {
  const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  return value === undefined ? '' : fillGreeting('{value}', { value });
}
