import type * as z from 'zod';
import { Problem, type InputError } from '../../../../shared/contract/problems.ts';

/**
 * Returns the parsed input. Throws Problem `malformed` with a pointer to each invalid part. `label` is the subject of the
 * message, such as "The body".
 */
export function checkInput<Schema extends z.ZodType>(schema: Schema, input: unknown, label: string): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, 20).map(toInputError);
  throw new Problem('malformed', `${label} is invalid: ${errors[0]?.detail ?? 'unknown'}`, { errors });
}

function toInputError({ path, message }: z.core.$ZodIssue): InputError {
  const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { pointer, detail: pointer === '' ? message : `${pointer.slice(1)}: ${message}` };
}
