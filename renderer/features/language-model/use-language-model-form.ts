import type * as z from 'zod';
import {
  languageModelPresets,
  languageModelSettingsSchema,
  type LanguageModelState,
} from '../../../shared/agents/language-model.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';
import { useModelServerForm } from '../model-server/public.ts';
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
  const form = useModelServerForm({
    initialDraft: () => toDraft(current),
    parse: (draft) => languageModelSettingsSchema.safeParse(toSettings(draft)),
    check: (json, signal) => app(appRoutes.checkLanguageModel, { json, signal }),
    save: async (json) => {
      await app(appRoutes.changeLanguageModel, { json });
      void invalidate(languageModelQuery.queryKey);
      onSaved();
    },
    listModels: (json) => app(appRoutes.listLanguageModels, { json }),
    modelField: 'model',
    checkLabel: 'Check model',
  });
  const { draft, change } = form;
  return {
    ...form,
    choose: (kind: ServerKind) => {
      if (kind === 'none') return change({ kind });
      const baseUrl = kind === 'other' ? draft.baseUrl : languageModelPresets[kind].base_url;
      change({ kind, baseUrl, allowHttp: false });
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
