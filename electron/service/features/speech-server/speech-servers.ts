// Public: other features may import this file.
import {
  speechServerSettingsSchema,
  type SpeechServerSettings,
  type SpeechServerStep,
} from '../../../../shared/agents/speech-server.ts';
import type { TurnSpeech } from '../../../../shared/calls/turn-speech.ts';
import type { Database } from '../../platform/db/database.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { ModelServerError } from '../model-server/model-server-client.ts';
import { StoredModelServer, type StoredModelServerOptions } from '../model-server/stored-model-server.ts';
import type { Recorder } from '../speech/recorder.ts';
import type { VoiceServer } from '../speech/voice-server.ts';
import { checkSpeechServer } from './check-speech-server.ts';
import { createSpeechClient, type SpeechClient } from './speech-client.ts';
import { createVoiceServer } from './create-voice-server.ts';

type SpeechServersOptions = StoredModelServerOptions & { readonly recorder: Recorder };

/** Writes down what somebody says. */
export type Transcriber = Pick<TurnSpeech, 'model' | 'host'> & Pick<SpeechClient, 'transcribe'>;

/** What a call uses of the speech server. */
export type CallSpeech = {
  /** Null if agents speak with the built-in voices. */
  readonly voice: VoiceServer | null;
  /** Null if nothing is transcribed. */
  readonly transcriber: Transcriber | null;
  readonly close: () => void;
};

const noSpeech: CallSpeech = { voice: null, transcriber: null, close: () => {} };

/** The speech server of an open workspace. */
export class SpeechServers extends StoredModelServer<SpeechServerSettings> {
  readonly #findProxies: FindProxies;
  readonly #recorder: Recorder;

  constructor(db: Database, { recorder, ...options }: SpeechServersOptions) {
    super(
      db,
      {
        name: 'speech server',
        schema: speechServerSettingsSchema,
        table: 'speech_server',
        secret: 'speech-server-key',
        unusable: 'speech_server_unusable',
        changed: 'speech_server.changed',
      },
      options,
    );
    this.#findProxies = options.context.findProxies;
    this.#recorder = recorder;
  }

  /** Opens the server for one call. If it cannot be opened, the built-in voice speaks, and each turn says why. */
  async open(): Promise<CallSpeech> {
    const { settings } = this;
    if (!settings) return noSpeech;
    const { base_url, speech_model, transcription_model } = settings;
    const client = await this.#openClient();
    const transcribe: SpeechClient['transcribe'] =
      client instanceof ModelServerError ? () => Promise.reject(client) : client.transcribe;
    return {
      voice: speech_model === '' ? null : createVoiceServer(settings, client),
      transcriber:
        transcription_model === '' ? null : { model: transcription_model, host: new URL(base_url).host, transcribe },
      close: () => {
        if (!(client instanceof ModelServerError)) client.close();
      },
    };
  }

  /** Rejects with Problem `not_available_on_remote` in a linked workspace. */
  async check(
    settings: SpeechServerSettings,
    apiKey: string | null,
    signal: AbortSignal,
  ): Promise<readonly SpeechServerStep[]> {
    this.requireLocal();
    return checkSpeechServer(settings, await this.findKey(settings, apiKey), {
      findProxies: this.#findProxies,
      recorder: this.#recorder,
      signal,
    });
  }

  /** Returns why the server cannot be used, as an error. */
  async #openClient(): Promise<SpeechClient | ModelServerError> {
    try {
      const server = await this.read();
      if (server) return createSpeechClient({ ...server, findProxies: this.#findProxies });
      return new ModelServerError('No speech server is set up.', 'Set one up in Settings.', 'address');
    } catch (error) {
      if (error instanceof ModelServerError) return error;
      throw error;
    }
  }
}
