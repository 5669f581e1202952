import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import type { InputError } from '../contract/problems.ts';

export type MetadataValue =
  | string
  | number
  | boolean
  | null
  | readonly MetadataValue[]
  | { readonly [name: string]: MetadataValue };

/** Values about the recipient for the agent. A greeting can use the top-level strings, numbers and booleans. */
export type CallMetadata = Readonly<Record<string, MetadataValue>>;

/** Accepts any JSON object. `findMetadataErrors` checks its content, so that an error returns 422 instead of 400. */
export const callMetadataSchema = z
  .unknown()
  .refine(isObject, 'The metadata must be a JSON object.')
  .meta({
    type: 'object',
    description: 'Key-value pairs for the agent’s prompt and greeting. Send integers beyond 9007199254740991 as text.',
    maxProperties: limits.metadataEntries,
    propertyNames: { minLength: 1, maxLength: limits.metadataNameLength },
    additionalProperties: {
      description: `Lists and objects can be nested ${limits.metadataDepth - 1} levels deep.`,
      anyOf: [
        { type: 'string', maxLength: limits.metadataValueLength },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'null' },
        { type: 'array', items: {} },
        { type: 'object', additionalProperties: {} },
      ],
    },
  }) as unknown as z.ZodType<CallMetadata>; // any JSON object has this type; z.record drops `__proto__`

/**
 * Finds metadata that has too many entries, is nested too deep, is too long, or has a name that is empty or `__proto__`.
 * Pointers start at `/metadata`.
 */
export function findMetadataErrors(metadata: CallMetadata): readonly InputError[] {
  const errors: InputError[] = [];
  let entries = 0;
  const addError = (pointer: string, detail: string) => void (errors.length < 20 && errors.push({ pointer, detail }));
  const visit = (value: unknown, pointer: string, depth: number): void => {
    if (entries > limits.metadataEntries) return;
    if (typeof value === 'string' && value.length > limits.metadataValueLength)
      return addError(pointer, `Values can have at most ${limits.metadataValueLength} characters.`);
    if (typeof value !== 'object' || value === null) return;
    if (depth > limits.metadataDepth)
      return addError(pointer, `Values can be nested at most ${limits.metadataDepth - 1} levels deep.`);
    for (const [name, entry] of Object.entries(value)) {
      const entryPointer = `${pointer}/${name.slice(0, limits.metadataNameLength).replaceAll('~', '~0').replaceAll('/', '~1')}`;
      entries += 1;
      if (entries > limits.metadataEntries)
        return addError('/metadata', `Metadata can have at most ${limits.metadataEntries} entries.`);
      if (name.trim() === '') addError(entryPointer, 'A name is empty.');
      else if (name === '__proto__') addError(entryPointer, 'This name is reserved.');
      else if (name.length > limits.metadataNameLength)
        addError(entryPointer, `Names can have at most ${limits.metadataNameLength} characters.`);
      else visit(entry, entryPointer, depth + 1);
    }
  };
  visit(metadata, '/metadata', 1);
  return errors;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
