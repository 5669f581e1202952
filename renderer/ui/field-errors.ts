import { Problem } from '../../shared/problems.ts';
import { formatError } from '../format/format-error.ts';

/** What is wrong, by the field at the top of the input; `form` for what belongs to none. */
export type FieldErrors = Readonly<Record<string, string>>;

export function toFieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof Problem) || error.errors.length === 0) return { form: formatError(error) };
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.split('/')[1] || 'form', detail]));
}
