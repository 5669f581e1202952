import type { CallMetadata } from '../../shared/calls/call-metadata.ts';

/** Sample values that read better than the placeholder names. */
const sampleValues: Readonly<Record<string, string>> = { first_name: 'Wilhelmina', last_name: 'Drake' };

/** Returns a sample value for each placeholder of a greeting. */
export function createSampleMetadata(placeholders: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    placeholders.map((name) => [name, sampleValues[name] ?? name.replaceAll('_', ' ')]),
  ) satisfies CallMetadata;
}
