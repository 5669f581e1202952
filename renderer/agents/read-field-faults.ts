import { Problem } from '../../shared/problems.ts';
import { tellError } from '../format/tell-error.ts';

/** What is wrong, by the field at the top of the input; `form` for what belongs to none. */
export type FieldFaults = Readonly<Record<string, string>>;

export function readFieldFaults(error: unknown): FieldFaults {
  if (!(error instanceof Problem) || error.errors.length === 0) return { form: tellError(error) };
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.split('/')[1] || 'form', detail]));
}
