import { useState } from 'react';
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
import { listSchemaErrors, useCheckedForm } from '../model-server/public.ts';
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

/** The form that asks for a language model. */
export function useLanguageModelForm(current: LanguageModelState, onSaved: () => void) {
  const form = useCheckedForm<LanguageModelDraft, 'checking' | 'saving', LanguageModelStep, Body>(() =>
    toDraft(current),
  );
  const { draft, state, isChecked, setErrors, run } = form;
  const [models, setModels] = useState<readonly string[] | null>(null);

  const change = (changes: Partial<LanguageModelDraft>) => {
    if (changes.baseUrl !== undefined || changes.kind !== undefined) setModels(null);
    form.change(changes);
  };

  const choose = (kind: ServerKind) => {
    if (kind === 'none') return change({ kind });
    const baseUrl = kind === 'other' ? draft.baseUrl : languageModelPresets[kind].base_url;
    change({ kind, baseUrl, allowHttp: false });
  };

  // Without a key, the stored one of the same server is used.
  const api_key = draft.apiKey === '' ? null : draft.apiKey;

  const check = () =>
    run('checking', async (signal) => {
      const parsed = languageModelSettingsSchema.safeParse(toSettings(draft));
      if (!parsed.success) {
        setErrors(listSchemaErrors(parsed.error));
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
    ...form,
    models,
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
