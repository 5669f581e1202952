import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import {
  languageModelPresets,
  languageModelSettingsSchema,
  type LanguageModelState,
  type LanguageModelStep,
} from '../../../shared/agents/language-model.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';
import { formatError } from '../../format/format-error.ts';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';
import { languageModelQuery } from './language-model-query.ts';

/** `none`: agents follow rules. */
export type ServerKind = 'none' | keyof typeof languageModelPresets | 'other';

/** What the user has entered about a model. */
export type LanguageModelDraft = {
  readonly kind: ServerKind;
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  readonly model: string;
  readonly apiKey: string;
  readonly inputPrice: string;
  readonly outputPrice: string;
  readonly correctsItself: boolean;
};

type Body = z.input<typeof appRoutes.changeLanguageModel.json>;

type FormState =
  | { readonly status: 'editing' | 'checking' | 'saving' }
  | { readonly status: 'checked'; readonly steps: readonly LanguageModelStep[]; readonly body: Body };

const presets = Object.entries(languageModelPresets) as readonly [
  keyof typeof languageModelPresets,
  { readonly base_url: string },
][]; // Object.entries loses the keys

function toDraft({ settings }: LanguageModelState): LanguageModelDraft {
  return {
    kind: settings ? findKind(settings.base_url) : 'none',
    baseUrl: settings?.base_url ?? '',
    allowHttp: settings?.allow_http ?? false,
    model: settings?.model ?? '',
    apiKey: '',
    inputPrice: formatPrice(settings?.input_price_usd),
    outputPrice: formatPrice(settings?.output_price_usd),
    correctsItself: settings?.corrects_itself ?? true,
  };
}

const formatPrice = (price: number | null | undefined) => String(price ?? '');

/** Of a text that is no number, NaN, which the schema refuses. */
const toPrice = (text: string) => (text.trim() === '' ? null : Number(text.trim()));

function findKind(baseUrl: string): ServerKind {
  return presets.find(([, { base_url }]) => base_url === baseUrl)?.[0] ?? 'other';
}

/** The state of the form that asks for a language model. A check holds until the form is changed. */
export function useLanguageModelForm(current: LanguageModelState, onSaved: () => void) {
  const [draft, setDraft] = useState(() => toDraft(current));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [state, setState] = useState<FormState>({ status: 'editing' });
  const [models, setModels] = useState<readonly string[] | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isChecked = state.status === 'checked' && state.steps.every(({ result }) => result !== 'failed');

  const change = (changes: Partial<LanguageModelDraft>) => {
    running.current?.abort();
    setErrors({});
    setState({ status: 'editing' });
    if (changes.baseUrl !== undefined || changes.kind !== undefined) setModels(null);
    setDraft({ ...draft, ...changes });
  };

  const choose = (kind: ServerKind) => {
    if (kind === 'none') return change({ kind });
    const baseUrl = kind === 'other' ? draft.baseUrl : languageModelPresets[kind].base_url;
    change({ kind, baseUrl, allowHttp: false });
  };

  /** Runs a step of the form. Its result is ignored once the form is changed. */
  const run = async (status: 'checking' | 'saving', work: (signal: AbortSignal) => Promise<FormState | null>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setErrors({});
    setState({ status });
    try {
      const next = await work(controller.signal);
      if (next && !controller.signal.aborted) setState(next);
    } catch (error) {
      if (controller.signal.aborted) return;
      setErrors({ form: formatError(error) });
      setState({ status: 'editing' });
    }
  };

  // Without a key, the stored one of the same server is used.
  const api_key = draft.apiKey === '' ? null : draft.apiKey;

  const check = () =>
    run('checking', async (signal) => {
      const parsed = languageModelSettingsSchema.safeParse(toSettings(draft));
      if (!parsed.success) {
        setErrors(
          Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path.at(-1) ?? 'form'), message])),
        );
        return { status: 'editing' };
      }
      const body: Body & { settings: z.output<typeof languageModelSettingsSchema> } = {
        settings: parsed.data,
        api_key,
      };
      const { steps } = await app(appRoutes.checkLanguageModel, { json: body, signal });
      return { status: 'checked', steps, body };
    });

  const save = (body: Body) =>
    run('saving', async () => {
      await app(appRoutes.changeLanguageModel, { json: body });
      void invalidate(languageModelQuery.queryKey);
      onSaved();
      return null;
    });

  const listModels = async () => {
    setErrors({});
    try {
      const settings = { base_url: draft.baseUrl, allow_http: draft.allowHttp };
      const found = await app(appRoutes.listLanguageModels, { json: { settings, api_key } });
      setModels(found.models);
    } catch (error) {
      setErrors({ model: formatError(error) });
    }
  };

  return {
    draft,
    errors,
    state,
    models,
    isChecked,
    change,
    choose,
    listModels,
    submit: () => {
      if (state.status === 'checking' || state.status === 'saving') return;
      if (draft.kind === 'none') void save({ settings: null });
      else if (state.status === 'checked' && isChecked) void save(state.body);
      else void check();
    },
  };
}

function toSettings(draft: LanguageModelDraft): z.input<typeof languageModelSettingsSchema> {
  return {
    base_url: draft.baseUrl,
    allow_http: draft.allowHttp,
    model: draft.model,
    input_price_usd: toPrice(draft.inputPrice),
    output_price_usd: toPrice(draft.outputPrice),
    corrects_itself: draft.correctsItself,
  };
}
