import { findIntegration } from '../../../shared/integrations.ts';
import { Problem, type InputError } from '../../../shared/problems.ts';
import type { SavedItemByKind } from '../../calls/saved-items.ts';
import { formatError } from '../../format/format-error.ts';

export type SavedDraft = SavedItemByKind<'request_draft'>;

/** A request that is being written, as its fields have it. */
export type RequestDraft = Omit<SavedDraft['value'], 'saved_at'>;

export const emptyRequestDraft: RequestDraft = {
  name: '',
  objective: '',
  target_audience: '',
  required_integrations: [],
};

export function isRequestDraftEmpty({
  name,
  objective,
  target_audience,
  required_integrations,
}: RequestDraft): boolean {
  return `${name}${objective}${target_audience}`.trim() === '' && required_integrations.length === 0;
}

/** With one integration more: in its own form where it is known, as it was written otherwise, and each once. */
export function addIntegration(brief: RequestDraft, written: string): RequestDraft {
  const entry = findIntegration(written) ?? written;
  if (brief.required_integrations.includes(entry)) return brief;
  return { ...brief, required_integrations: [...brief.required_integrations, entry] };
}

/** What is wrong, each at its field; integrations by their entry, `form` for what belongs to none. */
export type RequestFormErrors = {
  readonly name?: string;
  readonly objective?: string;
  readonly target_audience?: string;
  readonly required_integrations?: string;
  readonly integrations?: Readonly<Record<string, string>>;
  readonly form?: string;
};

/** The service's answer, each part of it at the field, and the very entry, that it points to. */
export function toRequestFormErrors(error: unknown, brief: RequestDraft): RequestFormErrors {
  if (!(error instanceof Problem) || error.errors.length === 0) return { form: formatError(error) };
  const entries = error.errors.flatMap(({ pointer, detail }) => {
    const at = /^\/required_integrations\/(\d+)$/.exec(pointer)?.[1];
    const entry = at === undefined ? undefined : brief.required_integrations[Number(at)];
    return entry === undefined ? [] : [[entry, detail] as const];
  });
  const fields = error.errors.flatMap(({ pointer, detail }) => {
    const field = findField(pointer);
    return field ? [[field, detail] as const] : [];
  });
  const isTold = entries.length + fields.length > 0;
  return {
    ...Object.fromEntries(fields),
    ...(entries.length > 0 && { integrations: Object.fromEntries(entries) }),
    ...(!isTold && { form: error.message }),
  };
}

function findField(pointer: InputError['pointer']): keyof RequestDraft | undefined {
  const fields: readonly (keyof RequestDraft)[] = ['name', 'objective', 'target_audience', 'required_integrations'];
  return fields.find((field) => pointer === `/${field}`);
}
