import * as z from 'zod';
import { limits } from './limits.ts';
import type { InputError } from './problems.ts';

export type MetadataValue =
  string | number | boolean | null | readonly MetadataValue[] | { readonly [name: string]: MetadataValue };

/** What the caller tells the agent about the recipient; a greeting places the plain values at the top of it. */
export type CallMetadata = Readonly<Record<string, MetadataValue>>;

/** Any JSON object; what is in it is judged by `findMetadataErrors`, which can say 422 instead of 400. */
export const callMetadataSchema = z
  .unknown()
  .refine(isObject, 'The metadata must be an object of names and values.')
  .meta({
    type: 'object',
    description: 'Key-value pairs for the agent’s prompt, placed in its greeting',
  }) as unknown as z.ZodType<CallMetadata>; // JSON that is an object is no more than this type; zod's own records drop names

/**
 * Why metadata cannot be taken: too many entries, too deep, too long, or a name that is empty or `__proto__`.
 * Pointers start at `/metadata`.
 */
export function findMetadataErrors(metadata: CallMetadata): readonly InputError[] {
  const errors: InputError[] = [];
  let entries = 0;
  const refuse = (pointer: string, detail: string) => void (errors.length < 20 && errors.push({ pointer, detail }));
  const visit = (value: unknown, pointer: string, depth: number): void => {
    if (entries > limits.metadataEntries) return;
    if (typeof value === 'string' && value.length > limits.metadataValueLength)
      return refuse(pointer, `A value has at most ${limits.metadataValueLength} characters.`);
    if (typeof value !== 'object' || value === null) return;
    if (depth > limits.metadataDepth)
      return refuse(pointer, `Values are nested at most ${limits.metadataDepth - 1} deep.`);
    for (const [name, entry] of Object.entries(value)) {
      const at = `${pointer}/${name.slice(0, limits.metadataNameLength).replaceAll('~', '~0').replaceAll('/', '~1')}`;
      entries += 1;
      if (entries > limits.metadataEntries)
        return refuse('/metadata', `Metadata has at most ${limits.metadataEntries} entries.`);
      if (name.trim() === '') refuse(at, 'A name is empty.');
      else if (name === '__proto__') refuse(at, 'This name cannot be used.');
      else if (name.length > limits.metadataNameLength)
        refuse(at, `A name has at most ${limits.metadataNameLength} characters.`);
      else visit(entry, at, depth + 1);
    }
  };
  visit(metadata, '/metadata', 1);
  return errors;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
