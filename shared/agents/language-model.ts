import * as z from 'zod';
import { createCheckStepSchema } from '../contract/check-steps.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { modelNameSchema, modelServerKeySchema, modelServerSchema } from '../workspaces/model-server.ts';

const priceSchema = z.number('Enter a number.').min(0).max(limits.modelPriceUsd).nullable().default(null);

/** A model on a server with the operation `POST /chat/completions` of the OpenAI API. */
export const languageModelSettingsSchema = modelServerSchema.extend({
  model: modelNameSchema,
  /** US dollars per million tokens; null if they are not known. */
  input_price_usd: priceSchema,
  output_price_usd: priceSchema,
  /** Whether an agent replaces what its sources do not support before it speaks. */
  corrects_itself: z.boolean().default(true),
  /** Whether the model plays the recipients of simulated calls. Otherwise they follow rules. */
  plays_recipients: z.boolean().default(false),
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

/** The steps of a check, in the order in which they run. */
export const languageModelStepNames = {
  address: 'Address',
  key: 'API key',
  model: 'Model',
  stream: 'Streaming',
  tool: 'Tools',
  speed: 'First word',
} as const;

export const languageModelStepSchema = createCheckStepSchema(languageModelStepNames);

export type LanguageModelStep = z.infer<typeof languageModelStepSchema>;

const common = { tag: 'Agents', extension: true, status: 200 } as const;
const change = { ...common, roles: ['admin'] } as const;

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
  json: z.object({ settings: modelServerSchema, api_key: modelServerKeySchema }),
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
  json: z.object({ settings: languageModelSettingsSchema, api_key: modelServerKeySchema }),
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
  json: z.object({ settings: languageModelSettingsSchema.nullable(), api_key: modelServerKeySchema }),
  response: z.object({ success: z.literal(true) }),
  problems: ['no_workspace', 'language_model_unusable', 'not_available_on_remote'],
});
