import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { toPlainToken } from '../text/plain-text.ts';
import { connectionSettingsSchema } from '../workspaces/connection.ts';

const priceSchema = z.number('Enter a number.').min(0).max(limits.modelPriceUsd).nullable().default(null);

/** A server with the operation `POST /chat/completions` of the OpenAI API. */
const modelServerSchema = z.object({
  base_url: connectionSettingsSchema.shape.base_url,
  allow_http: z.boolean().default(false),
});

export const languageModelSettingsSchema = modelServerSchema.extend({
  model: z.string().overwrite(toPlainToken).min(1, 'Enter the name of the model.').max(limits.titleLength),
  /** US dollars per million tokens; null if they are not known. */
  input_price_usd: priceSchema,
  output_price_usd: priceSchema,
  /** Whether an agent replaces what its sources do not support before it speaks. */
  corrects_itself: z.boolean().default(true),
});

export type LanguageModelSettings = z.output<typeof languageModelSettingsSchema>;

/** Addresses at which well-known servers listen unless they are told otherwise. */
export const languageModelPresets = {
  ollama: { name: 'Ollama', base_url: 'http://127.0.0.1:11434/v1' },
  lm_studio: { name: 'LM Studio', base_url: 'http://127.0.0.1:1234/v1' },
  openai: { name: 'OpenAI', base_url: 'https://api.openai.com/v1' },
} as const;

export const languageModelStateSchema = z.object({
  settings: languageModelSettingsSchema.nullable().meta({ description: 'Null if agents follow rules only' }),
  /** The last 4 characters of the server's API key; null if there is none. */
  key_hint: z.string().nullable(),
});

export type LanguageModelState = z.infer<typeof languageModelStateSchema>;

/** The steps of a check, in the order in which they run. A step that needs a failed step is skipped. */
export const languageModelStepNames = {
  address: 'Address',
  key: 'API key',
  model: 'Model',
  stream: 'Streaming',
  tool: 'Tools',
  speed: 'First word',
} as const;

export type LanguageModelStepId = keyof typeof languageModelStepNames;

export const languageModelStepSchema = z.object({
  id: z.enum(Object.keys(languageModelStepNames) as LanguageModelStepId[]), // the keys of a constant
  result: z.enum(['passed', 'warning', 'failed', 'skipped']),
  detail: z.string(),
  fix: z.string().nullable(),
});

export type LanguageModelStep = z.infer<typeof languageModelStepSchema>;

const common = { tag: 'Agents', extension: true, status: 200 } as const;
const change = { ...common, roles: ['admin'] } as const;

const apiKeySchema = z
  .string()
  .overwrite(toPlainToken)
  .max(limits.remoteKeyLength)
  .nullable()
  .default(null)
  .meta({ description: 'The API key of the server; null to keep the stored one, empty for none' });

export const getLanguageModel = defineRoute({
  ...common,
  id: 'getLanguageModel',
  method: 'get',
  path: '/language-model',
  summary: 'Get the language model',
  roles,
  response: languageModelStateSchema,
  problems: ['no_workspace'],
});

export const listLanguageModels = defineRoute({
  ...change,
  id: 'listLanguageModels',
  method: 'post',
  path: '/language-model/models',
  summary: 'List the models of a server',
  readOnly: true,
  json: z.object({ settings: modelServerSchema, api_key: apiKeySchema }),
  response: z.object({ models: z.array(z.string()) }),
  problems: ['no_workspace', 'language_model_unusable', 'not_available_on_remote'],
});

export const checkLanguageModel = defineRoute({
  ...change,
  id: 'checkLanguageModel',
  method: 'post',
  path: '/language-model/check',
  summary: 'Check a language model before it is used',
  description: 'Sends two short test requests, and changes nothing.',
  readOnly: true,
  json: z.object({ settings: languageModelSettingsSchema, api_key: apiKeySchema }),
  response: z.object({ steps: z.array(languageModelStepSchema) }),
  problems: ['no_workspace', 'not_available_on_remote'],
});

export const changeLanguageModel = defineRoute({
  ...change,
  id: 'changeLanguageModel',
  method: 'post',
  path: '/language-model',
  summary: 'Change the language model',
  description: 'Without settings, agents follow rules only.',
  json: z.object({ settings: languageModelSettingsSchema.nullable(), api_key: apiKeySchema }),
  response: z.object({ success: z.literal(true) }),
  problems: ['no_workspace', 'language_model_unusable', 'not_available_on_remote'],
});
