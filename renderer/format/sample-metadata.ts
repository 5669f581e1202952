import type { CallMetadata } from '../../shared/calls/call-metadata.ts';

/** Sample values that read better than the placeholder names, by the name or its last word. */
const sampleValues: Readonly<Record<string, string>> = {
  first_name: 'Wilhelmina',
  last_name: 'Drake',
  date: 'Tuesday',
  day: 'Tuesday',
  time: '2 pm',
  window: '2 and 4 pm',
};

/** Returns a sample value for each placeholder of a greeting. */
export function createSampleMetadata(placeholders: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(placeholders.map((name) => [name, createSample(name)])) satisfies CallMetadata;
}

function createSample(name: string): string {
  const words = name.split('_');
  return sampleValues[name] ?? sampleValues[words.at(-1) ?? ''] ?? words.join(' ');
}
