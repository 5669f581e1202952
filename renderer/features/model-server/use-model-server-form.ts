import { useState } from 'react';
import type * as z from 'zod';
import { formatError } from '../../format/format-error.ts';
import type { CheckStep } from '../../ui/feedback/check-steps.tsx';
import { listSchemaErrors, useCheckedForm } from './use-checked-form.ts';

/** What the user has entered about a server. Without a server, `kind` is `none`. */
type ServerDraft = {
  readonly kind: string;
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  readonly apiKey: string;
};

type Body<Settings> = { readonly settings: Settings; readonly api_key: string | null };

type ModelServerFormOptions<Draft, Settings, Step> = {
  readonly initialDraft: () => Draft;
  readonly parse: (draft: Draft) => z.ZodSafeParseResult<Settings>;
  readonly check: (body: Body<Settings>, signal: AbortSignal) => Promise<{ readonly steps: readonly Step[] }>;
  /** Stores the settings; null removes the server. */
  readonly save: (body: Body<Settings | null>) => Promise<unknown>;
  readonly listModels: (
    body: Body<{ readonly base_url: string; readonly allow_http: boolean }>,
  ) => Promise<{ readonly models: readonly string[] }>;
  /** The field at which it is shown that the models could not be listed. */
  readonly modelField: string;
  /** Of the button that checks the server. */
  readonly checkLabel: string;
};

const submitLabels: Readonly<Partial<Record<string, string>>> = { checking: 'Checking…', saving: 'Saving…' };

/** The form that asks for a server with the OpenAI API, checks it, and saves it. */
export function useModelServerForm<Draft extends ServerDraft, Settings, Step extends Pick<CheckStep, 'result'>>(
  options: ModelServerFormOptions<Draft, Settings, Step>,
) {
  const form = useCheckedForm<Draft, 'checking' | 'saving', Step, Body<Settings>>(options.initialDraft);
  const { draft, state, isChecked, setErrors, run } = form;
  const [models, setModels] = useState<readonly string[] | null>(null);

  const change = (changes: Partial<Draft>) => {
    if (changes.baseUrl !== undefined || changes.kind !== undefined) setModels(null);
    form.change(changes);
  };

  // Without a key, the stored one of the same server is used.
  const api_key = draft.apiKey === '' ? null : draft.apiKey;

  const check = () =>
    run('checking', async (signal) => {
      const parsed = options.parse(draft);
      if (!parsed.success) {
        setErrors(listSchemaErrors(parsed.error));
        return { status: 'editing' };
      }
      const body = { settings: parsed.data, api_key };
      const { steps } = await options.check(body, signal);
      return { status: 'checked', steps, body };
    });

  const save = (body: Body<Settings | null>) =>
    run('saving', async () => {
      await options.save(body);
      return null;
    });

  const listModels = async () => {
    setErrors({});
    try {
      const settings = { base_url: draft.baseUrl, allow_http: draft.allowHttp };
      const found = await options.listModels({ settings, api_key });
      setModels(found.models);
    } catch (error) {
      setErrors({ [options.modelField]: formatError(error) });
    }
  };

  const isBusy = state.status === 'checking' || state.status === 'saving';
  return {
    ...form,
    models,
    change,
    listModels,
    isBusy,
    submitLabel: submitLabels[state.status] ?? (draft.kind === 'none' || isChecked ? 'Save' : options.checkLabel),
    submit: () => {
      if (isBusy) return;
      if (draft.kind === 'none') void save({ settings: null, api_key: null });
      else if (state.status === 'checked' && isChecked) void save(state.body);
      else void check();
    },
  };
}
