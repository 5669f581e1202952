import type { SpeechServerSettings } from '../../../../shared/agents/speech-server.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { createAnswerError, createModelServerClient } from '../model-server/model-server-client.ts';
import type { RemoteTimeouts } from '../remote/create-remote-client.ts';
import type { SpeechAudio } from '../speech/voice-server.ts';
import { readTranscript } from './read-transcript.ts';

/** A minute of stereo sound at 48 kHz is larger than what one sentence needs. */
const maxAudioBytes = 12 * 1024 * 1024;
const maxTranscriptBytes = 256 * 1024;

/** A person is waiting on the phone. */
const defaultTimeouts = { connectMs: 3_000, idleMs: 8_000, totalMs: 12_000, transferMs: 15_000 };

export type SpeechClient = {
  /** Returns a text as the server speaks it. Rejects with ModelServerError, or with the reason of `signal`. */
  readonly speak: (
    text: string,
    options: { readonly ratePercent: number; readonly signal: AbortSignal },
  ) => Promise<SpeechAudio>;
  /** Returns what a WAV file says, as one line; empty if it says nothing. Rejects in the same way. */
  readonly transcribe: (wav: Uint8Array, maxLength: number, signal: AbortSignal) => Promise<string>;
  readonly close: () => void;
};

export type SpeechClientOptions = {
  readonly settings: SpeechServerSettings;
  readonly apiKey: string;
  readonly findProxies: FindProxies;
  readonly timeouts?: Partial<RemoteTimeouts>;
};

/**
 * Creates a client of the operations `POST /audio/speech` and `POST /audio/transcriptions` of the OpenAI API. Throws
 * ModelServerError if the address or the API key cannot be used.
 */
export function createSpeechClient({ settings, apiKey, findProxies, timeouts }: SpeechClientOptions): SpeechClient {
  const { remote, run, close } = createModelServerClient({
    settings,
    apiKey,
    findProxies,
    timeouts: { ...defaultTimeouts, ...timeouts },
    operation: 'speech',
  });
  return {
    speak: (text, { ratePercent, signal }) =>
      run(async () => {
        const audio = await remote.requestData({
          method: 'POST',
          path: '/audio/speech',
          json: {
            model: settings.speech_model,
            input: text,
            voice: settings.voice,
            response_format: 'wav',
            ...(ratePercent !== 100 && { speed: ratePercent / 100 }),
          },
          readOnly: true,
          maxBytes: maxAudioBytes,
          signal,
        });
        if (/json|html/.test(audio.mediaType)) throw createAnswerError('The server sent text instead of audio.');
        if (audio.bytes.length === 0) throw createAnswerError('The server sent no audio.');
        return audio;
      }, signal),
    transcribe: (wav, maxLength, signal) =>
      run(async () => {
        const { bytes } = await remote.requestData({
          method: 'POST',
          path: '/audio/transcriptions',
          upload: {
            fields: { model: settings.transcription_model, response_format: 'json' },
            content: Buffer.from(wav.buffer, wav.byteOffset, wav.byteLength),
            fileName: 'speech.wav',
            mediaType: 'audio/wav',
            sizeBytes: wav.byteLength,
          },
          readOnly: true,
          maxBytes: maxTranscriptBytes,
          signal,
        });
        return readTranscript(bytes.toString(), maxLength, apiKey);
      }, signal),
    close,
  };
}
