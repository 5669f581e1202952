import * as z from 'zod';
import { createCheckStepSchema } from '../contract/check-steps.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { toPlainToken } from '../text/plain-text.ts';
import { modelServerKeySchema, modelServerSchema } from '../workspaces/model-server.ts';

const nameSchema = z.string().overwrite(toPlainToken).max(limits.titleLength).default('');

/** A server with `POST /audio/speech`, `POST /audio/transcriptions` or both of the OpenAI API. */
export const speechServerSettingsSchema = modelServerSchema
  .extend({
    speech_model: nameSchema.meta({ description: 'Empty if agents speak with the built-in voices' }),
    voice: nameSchema.meta({ description: 'The voice of all agents, as the server names it' }),
    transcription_model: nameSchema.meta({ description: 'Empty if nothing is transcribed' }),
  })
  .superRefine(({ speech_model, voice, transcription_model }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (speech_model === '' && transcription_model === '')
      refuse('speech_model', 'Enter a speech model, a transcription model, or both.');
    if (speech_model !== '' && voice === '') refuse('voice', 'Enter the name of a voice.');
  });

export type SpeechServerSettings = z.output<typeof speechServerSettingsSchema>;

type Preset = {
  readonly name: string;
  readonly base_url: string;
  readonly fields: Pick<SpeechServerSettings, 'speech_model' | 'voice' | 'transcription_model'>;
};

/** Well-known servers at their default addresses, with models that they have. */
export const speechServerPresets = {
  speaches: {
    name: 'speaches',
    base_url: 'http://127.0.0.1:8000/v1',
    fields: {
      speech_model: 'speaches-ai/Kokoro-82M-v1.0-ONNX',
      voice: 'af_heart',
      transcription_model: 'Systran/faster-distil-whisper-small.en',
    },
  },
  kokoro: {
    name: 'Kokoro-FastAPI',
    base_url: 'http://127.0.0.1:8880/v1',
    fields: { speech_model: 'kokoro', voice: 'af_heart', transcription_model: '' },
  },
  local_ai: {
    name: 'LocalAI',
    base_url: 'http://127.0.0.1:8080/v1',
    fields: { speech_model: 'tts-1', voice: 'alloy', transcription_model: 'whisper-1' },
  },
  openai: {
    name: 'OpenAI',
    base_url: 'https://api.openai.com/v1',
    fields: { speech_model: 'gpt-4o-mini-tts', voice: 'alloy', transcription_model: 'gpt-4o-mini-transcribe' },
  },
} as const satisfies Record<string, Preset>;

export const speechServerStateSchema = z.object({
  settings: speechServerSettingsSchema
    .nullable()
    .meta({ description: 'Null if agents speak with the built-in voices, and nothing is transcribed' }),
  /** The last 4 characters of the server's API key; null if there is none. */
  key_hint: z.string().nullable(),
});

export type SpeechServerState = z.infer<typeof speechServerStateSchema>;

/** The steps of a check, in the order in which they run. */
export const speechServerStepNames = {
  address: 'Address',
  key: 'API key',
  model: 'Model',
  speech: 'Speech',
  speed: 'First sound',
  transcription: 'Transcription',
} as const;

export const speechServerStepSchema = createCheckStepSchema(speechServerStepNames);

export type SpeechServerStep = z.infer<typeof speechServerStepSchema>;

const common = { tag: 'Agents', extension: true, status: 200 } as const;
const change = { ...common, roles: ['admin'] } as const;

export const getSpeechServer = defineRoute({
  ...common,
  id: 'getSpeechServer',
  method: 'get',
  path: '/speech-server',
  summary: 'Get the speech server',
  roles,
  response: speechServerStateSchema,
  problems: ['no_workspace'],
});

export const listSpeechModels = defineRoute({
  ...change,
  id: 'listSpeechModels',
  method: 'post',
  path: '/speech-server/models',
  summary: 'List the models of a server',
  readOnly: true,
  json: z.object({ settings: modelServerSchema, api_key: modelServerKeySchema }),
  response: z.object({ models: z.array(z.string()) }),
  problems: ['no_workspace', 'speech_server_unusable', 'not_available_on_remote'],
});

export const checkSpeechServer = defineRoute({
  ...change,
  id: 'checkSpeechServer',
  method: 'post',
  path: '/speech-server/check',
  summary: 'Check a speech server before it is used',
  description: 'Lets the server speak a sentence and transcribe another, and changes nothing.',
  readOnly: true,
  json: z.object({ settings: speechServerSettingsSchema, api_key: modelServerKeySchema }),
  response: z.object({ steps: z.array(speechServerStepSchema) }),
  problems: ['no_workspace', 'not_available_on_remote'],
});

export const changeSpeechServer = defineRoute({
  ...change,
  id: 'changeSpeechServer',
  method: 'post',
  path: '/speech-server',
  summary: 'Change the speech server',
  description: 'Without settings, agents speak with the built-in voices.',
  json: z.object({ settings: speechServerSettingsSchema.nullable(), api_key: modelServerKeySchema }),
  response: z.object({ success: z.literal(true) }),
  problems: ['no_workspace', 'speech_server_unusable', 'not_available_on_remote'],
});
