import { Problem } from '../../../shared/contract/problems.ts';
import { formatError } from '../../format/format-error.ts';

/** Error messages by top-level field; `form` holds the message that belongs to no field. */
export type FieldErrors = Readonly<Record<string, string>>;

export function toFieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof Problem) || error.errors.length === 0) return { form: formatError(error) };
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.split('/')[1] || 'form', detail]));
}
