import {
  describeUnsupportedIntegration,
  findIntegration,
  type NamedIntegration,
} from '../../../../shared/agents/integrations.ts';
import { Problem, type InputError } from '../../../../shared/contract/problems.ts';
import type { SavedItemByKind } from '../../saved-items/public.ts';
import { formatError } from '../../../format/format-error.ts';

export type SavedDraft = SavedItemByKind<'request_draft'>;

/** The field values of a build request that is being written. */
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

/** Adds an integration once: its identifier if it is supported, or else the text as entered. */
export function addIntegration(draft: RequestDraft, text: string): RequestDraft {
  const entry = findIntegration(text) ?? text;
  if (draft.required_integrations.includes(entry)) return draft;
  return { ...draft, required_integrations: [...draft.required_integrations, entry] };
}

export function removeIntegration(draft: RequestDraft, entry: string): RequestDraft {
  return { ...draft, required_integrations: draft.required_integrations.filter((one) => one !== entry) };
}

/** Moves an unsupported integration to the end of the objective, so that the delivery team reads the wish. */
export function mentionIntegration(draft: RequestDraft, entry: string): RequestDraft {
  const objective = [draft.objective.trimEnd(), `Integration wanted: ${entry}.`].filter(Boolean).join('\n');
  return { ...removeIntegration(draft, entry), objective };
}

/** Returns a message for each entry that the platform does not support. */
export function findUnsupportedEntries(
  { required_integrations }: Pick<RequestDraft, 'required_integrations'>,
  supported: readonly NamedIntegration[],
): Readonly<Record<string, string>> {
  const unsupported = required_integrations.filter((entry) => {
    const found = findIntegration(entry);
    return !supported.some(({ integration }) => integration === found);
  });
  return Object.fromEntries(unsupported.map((entry) => [entry, describeUnsupportedIntegration(entry)]));
}

/** Error messages by field; `integrations` by entry, `form` for the message that belongs to no field. */
export type RequestFormErrors = {
  readonly name?: string;
  readonly objective?: string;
  readonly target_audience?: string;
  readonly required_integrations?: string;
  readonly integrations?: Readonly<Record<string, string>>;
  readonly form?: string;
};

/** Assigns each error of a Problem to the field, or to the integration, that its pointer names. */
export function toRequestFormErrors(error: unknown, draft: RequestDraft): RequestFormErrors {
  if (!(error instanceof Problem) || error.errors.length === 0) return { form: formatError(error) };
  const entries = error.errors.flatMap(({ pointer, detail }) => {
    const index = /^\/required_integrations\/(\d+)$/.exec(pointer)?.[1];
    const entry = index === undefined ? undefined : draft.required_integrations[Number(index)];
    return entry === undefined ? [] : [[entry, detail] as const];
  });
  const fields = error.errors.flatMap(({ pointer, detail }) => {
    const field = findField(pointer);
    return field ? [[field, detail] as const] : [];
  });
  const hasFieldErrors = entries.length + fields.length > 0;
  return {
    ...Object.fromEntries(fields),
    ...(entries.length > 0 && { integrations: Object.fromEntries(entries) }),
    ...(!hasFieldErrors && { form: error.message }),
  };
}

function findField(pointer: InputError['pointer']): keyof RequestDraft | undefined {
  const fields: readonly (keyof RequestDraft)[] = ['name', 'objective', 'target_audience', 'required_integrations'];
  return fields.find((field) => pointer === `/${field}`);
}
