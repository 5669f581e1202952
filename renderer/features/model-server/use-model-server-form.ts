import { useState } from 'react';
import type * as z from 'zod';
import type { ModelServerAddress } from '../../../shared/workspaces/model-server.ts';
import type { CheckStep } from '../../ui/feedback/check-steps.tsx';
import { toConnectionErrors } from '../connection/public.ts';
import { listSchemaErrors, useCheckedForm } from './use-checked-form.ts';

/** What the user has entered about a server. */
type ServerDraft<Fields> = {
  /** A preset, `other`, or `none`. */
  readonly kind: string;
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  readonly apiKey: string;
  readonly fields: Fields;
};

type Body<Settings> = { readonly settings: Settings; readonly api_key: string | null };

type Presets<Fields> = Readonly<Record<string, { readonly base_url: string; readonly fields?: Partial<Fields> }>>;

type ModelServerFormOptions<Fields, Settings, Step> = {
  /** The stored settings; null if no server is entered. */
  readonly current: ModelServerAddress | null;
  /** What else than the address of the server is asked. */
  readonly initialFields: Fields;
  readonly presets: Presets<Fields>;
  readonly parse: (address: ModelServerAddress, fields: Fields) => z.ZodSafeParseResult<Settings>;
  readonly check: (body: Body<Settings>, signal: AbortSignal) => Promise<{ readonly steps: readonly Step[] }>;
  /** Stores the settings; null removes the server. */
  readonly save: (body: Body<Settings | null>) => Promise<unknown>;
  readonly listModels: (body: Body<ModelServerAddress>) => Promise<{ readonly models: readonly string[] }>;
  /** The field at which it is shown that the models could not be listed. */
  readonly modelField: string;
  /** What is checked. */
  readonly subject: 'server' | 'model';
};

function findKind<Fields>(current: ModelServerAddress | null, presets: Presets<Fields>): string {
  if (!current) return 'none';
  return Object.keys(presets).find((kind) => presets[kind]?.base_url === current.base_url) ?? 'other';
}

const submitLabels: Readonly<Partial<Record<string, string>>> = { checking: 'Checking…', saving: 'Saving…' };

/** The form that asks for a server with the OpenAI API, checks it, and saves it. */
export function useModelServerForm<Fields, Settings, Step extends Pick<CheckStep, 'id' | 'result'>>(
  options: ModelServerFormOptions<Fields, Settings, Step>,
) {
  const { current, initialFields, presets, subject } = options;
  const form = useCheckedForm<ServerDraft<Fields>, 'checking' | 'saving', Step, Body<Settings>>(() => ({
    kind: findKind(current, presets),
    baseUrl: current?.base_url ?? '',
    allowHttp: current?.allow_http ?? false,
    apiKey: '',
    fields: initialFields,
  }));
  const { draft, errors, state, isChecked, setErrors, run } = form;
  const [models, setModels] = useState<readonly string[] | null>(null);

  const change = (changes: Partial<ServerDraft<Fields>>) => {
    if (changes.baseUrl !== undefined || changes.kind !== undefined) setModels(null);
    form.change(changes);
  };

  const address = { base_url: draft.baseUrl, allow_http: draft.allowHttp };
  // Without a key, the stored one of the same server is used.
  const api_key = draft.apiKey === '' ? null : draft.apiKey;

  const check = () =>
    run('checking', async (signal) => {
      const parsed = options.parse(address, draft.fields);
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
      const found = await options.listModels({ settings: address, api_key });
      setModels(found.models);
    } catch (error) {
      const { form: general, ...fields } = toConnectionErrors(error);
      setErrors(general === undefined ? fields : { [options.modelField]: general });
    }
  };

  const isBusy = state.status === 'checking' || state.status === 'saving';
  return {
    draft,
    errors,
    models,
    subject,
    steps: state.status === 'checked' && 'steps' in state ? state.steps : null,
    isChecked,
    isBusy,
    isUnchanged: draft.kind === 'none' && current === null,
    submitLabel: submitLabels[state.status] ?? (draft.kind === 'none' || isChecked ? 'Save' : `Check ${subject}`),
    listModels,
    choose: (kind: string) => {
      const { base_url = draft.baseUrl, fields } = presets[kind] ?? {};
      change({ kind, baseUrl: base_url, allowHttp: false, fields: { ...draft.fields, ...fields } });
    },
    /** An address that is changed is no longer the one of a preset. */
    changeAddress: (next: { readonly baseUrl: string; readonly allowHttp: boolean }) =>
      change(next.baseUrl === draft.baseUrl ? next : { ...next, kind: 'other' }),
    changeKey: (apiKey: string) => change({ apiKey }),
    changeFields: (fields: Partial<Fields>) => change({ fields: { ...draft.fields, ...fields } }),
    submit: () => {
      if (isBusy) return;
      if (draft.kind === 'none') void save({ settings: null, api_key: null });
      else if (state.status === 'checked' && isChecked) void save(state.body);
      else void check();
    },
  };
}
