import {
  speechServerPresets,
  speechServerSettingsSchema,
  type SpeechServerState,
} from '../../../shared/agents/speech-server.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';
import { useModelServerForm } from '../model-server/public.ts';
import { speechServerQuery } from './speech-server-query.ts';

/** `none`: agents speak with the built-in voices. */
export type ServerKind = 'none' | keyof typeof speechServerPresets | 'other';

/** What the user has entered about a server. */
type SpeechServerDraft = {
  readonly kind: ServerKind;
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  readonly apiKey: string;
  readonly speechModel: string;
  readonly voice: string;
  readonly transcriptionModel: string;
};

const presets = Object.entries(speechServerPresets) as readonly [
  keyof typeof speechServerPresets,
  { readonly base_url: string },
][]; // Object.entries loses the keys

function toDraft({ settings }: SpeechServerState): SpeechServerDraft {
  const base_url = settings?.base_url ?? '';
  return {
    kind: settings ? (presets.find(([, preset]) => preset.base_url === base_url)?.[0] ?? 'other') : 'none',
    baseUrl: base_url,
    allowHttp: settings?.allow_http ?? false,
    apiKey: '',
    speechModel: settings?.speech_model ?? '',
    voice: settings?.voice ?? '',
    transcriptionModel: settings?.transcription_model ?? '',
  };
}

/** The form that asks for a speech server. */
export function useSpeechServerForm(current: SpeechServerState, onSaved: () => void) {
  const form = useModelServerForm({
    initialDraft: () => toDraft(current),
    parse: ({ baseUrl, allowHttp, speechModel, voice, transcriptionModel }) =>
      speechServerSettingsSchema.safeParse({
        base_url: baseUrl,
        allow_http: allowHttp,
        speech_model: speechModel,
        voice,
        transcription_model: transcriptionModel,
      }),
    check: (json, signal) => app(appRoutes.checkSpeechServer, { json, signal }),
    save: async (json) => {
      await app(appRoutes.changeSpeechServer, { json });
      void invalidate(speechServerQuery.queryKey);
      onSaved();
    },
    listModels: (json) => app(appRoutes.listSpeechModels, { json }),
    modelField: 'speech_model',
    checkLabel: 'Check server',
  });
  const { change } = form;
  return {
    ...form,
    choose: (kind: ServerKind) => {
      if (kind === 'none' || kind === 'other') return change({ kind, allowHttp: false });
      const { base_url, speech_model, voice, transcription_model } = speechServerPresets[kind];
      const models = { speechModel: speech_model, voice, transcriptionModel: transcription_model };
      change({ kind, baseUrl: base_url, allowHttp: false, ...models });
    },
  };
}
