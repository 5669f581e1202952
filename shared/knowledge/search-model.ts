import * as z from 'zod';
import { createCheckStepSchema } from '../contract/check-steps.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { toPlainLine } from '../text/plain-text.ts';
import { modelNameSchema, modelServerKeySchema, modelServerSchema } from '../workspaces/model-server.ts';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** Some models expect a word such as “query:” before a question, and another one before a passage. */
const prefixSchema = z.string().overwrite(toPlainLine).max(limits.searchModelPrefixLength).default('');

const prefixes = { question_prefix: prefixSchema, passage_prefix: prefixSchema };

/** How the vectors of the tokens are combined into the vector of a text, if a model returns one for each token. */
export const poolings = ['mean', 'first'] as const;

/** An ONNX file with its tokenizer, which were uploaded before. */
const fileModelSchema = z.object({
  kind: z.literal('file'),
  name: z.string().overwrite(toPlainLine).min(1).max(limits.titleLength),
  model_sha256: sha256Schema,
  tokenizer_sha256: sha256Schema,
  pooling: z.enum(poolings).default('mean'),
  ...prefixes,
});

/** A server with the operation `POST /embeddings` of the OpenAI API. */
const serverModelSchema = modelServerSchema.extend({
  kind: z.literal('server'),
  model: modelNameSchema,
  ...prefixes,
});

export const searchModelSettingsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built_in') }),
  fileModelSchema,
  serverModelSchema,
]);

export type SearchModelSettings = z.output<typeof searchModelSettingsSchema>;

export type OtherModelSettings = Exclude<SearchModelSettings, { readonly kind: 'built_in' }>;

/** The languages of the questions with which a model is checked. */
export const checkedLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const;

export type CheckedLanguage = (typeof checkedLanguages)[number];

const languagesSchema = z.array(z.enum(checkedLanguages));

/** A model that was checked, as it is stored. */
export const storedSearchModelSchema = z.object({
  settings: searchModelSettingsSchema,
  dimensions: z.int().min(limits.searchModelDimensionsMin).max(limits.searchModelDimensions),
  /** A similarity of this model times the scale plus the offset is one of the built-in model. */
  similarity: z.object({ scale: z.number(), offset: z.number() }),
  languages: languagesSchema,
  /** Whether the server needs an API key, which is in the keychain. */
  has_key: z.boolean(),
  /** The ONNX file and its tokenizer, which are in the folder of the documents' files. */
  files: z.array(z.object({ sha256: sha256Schema, size_bytes: z.int().min(0) })),
});

export type StoredSearchModel = z.output<typeof storedSearchModelSchema>;

const describedModelSchema = z.object({
  settings: searchModelSettingsSchema,
  dimensions: z.int().min(1),
  languages: languagesSchema.meta({ description: 'The languages in which it found the passages of test questions' }),
});

/** What searches documents by meaning, and whether another model is about to replace it. */
export const searchModelStateSchema = z.object({
  ...describedModelSchema.shape,
  /** The last 4 characters of the server's API key; null if there is none. */
  key_hint: z.string().nullable(),
  /** Replaces the model once all passages have a vector of it. */
  next: z.object({ ...describedModelSchema.shape, done: z.int().min(0), total: z.int().min(0) }).nullable(),
  /** Why the model cannot be used now: searches find words only, and documents wait. */
  problem: z.string().nullable(),
  /** Why the next model cannot be used now. */
  next_problem: z.string().nullable(),
});

export type SearchModelState = z.infer<typeof searchModelStateSchema>;

/** The steps of a check, in the order in which they run. */
export const searchModelStepNames = {
  file: 'Files',
  address: 'Address',
  answer: 'Vectors',
  size: 'Dimensions',
  languages: 'Languages',
} as const;

export const searchModelStepSchema = createCheckStepSchema(searchModelStepNames);

export type SearchModelStep = z.infer<typeof searchModelStepSchema>;

const common = { tag: 'Knowledge', extension: true, status: 200 } as const;
const change = { ...common, roles: ['admin'] } as const;

const newModelSchema = z.object({ settings: searchModelSettingsSchema, api_key: modelServerKeySchema });

export const getSearchModel = defineRoute({
  ...common,
  id: 'getSearchModel',
  method: 'get',
  path: '/search-model',
  summary: 'Get the search model',
  roles,
  response: searchModelStateSchema,
  problems: ['no_workspace'],
});

/** Receives the model or its tokenizer. A file that no model uses is removed when the workspace is opened again. */
export const uploadSearchModelFile = defineRoute({
  ...change,
  id: 'uploadSearchModelFile',
  method: 'post',
  path: '/search-model/files',
  summary: 'Upload a file of a search model',
  form: z.looseObject({}),
  response: z.object({ sha256: sha256Schema, name: z.string(), size_bytes: z.int().min(0) }),
  problems: ['no_workspace', 'empty_file', 'storage_full', 'not_available_on_remote'],
});

export const checkSearchModel = defineRoute({
  ...change,
  id: 'checkSearchModel',
  method: 'post',
  path: '/search-model/check',
  summary: 'Check a search model before it is used',
  description: 'Embeds a few test questions, and changes nothing.',
  readOnly: true,
  json: newModelSchema,
  response: z.object({
    steps: z.array(searchModelStepSchema),
    languages: languagesSchema,
  }),
  problems: ['no_workspace', 'not_available_on_remote'],
});

/** Checks a model, and embeds all documents with it. Until that is done, searches use the previous model. */
export const changeSearchModel = defineRoute({
  ...change,
  id: 'changeSearchModel',
  method: 'post',
  path: '/search-model',
  summary: 'Change the search model',
  json: newModelSchema,
  response: z.object({ is_replacing: z.boolean().meta({ description: 'Whether documents must be embedded again' }) }),
  problems: ['no_workspace', 'search_model_unusable', 'storage_full', 'not_available_on_remote'],
});

export const cancelSearchModelChange = defineRoute({
  ...change,
  id: 'cancelSearchModelChange',
  method: 'delete',
  path: '/search-model/next',
  summary: 'Cancel the change of the search model',
  response: z.object({ success: z.literal(true) }),
  problems: ['no_workspace'],
});
