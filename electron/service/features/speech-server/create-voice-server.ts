import type { SpeechServerSettings } from '../../../../shared/agents/speech-server.ts';
import { ModelServerError } from '../model-server/model-server-client.ts';
import type { VoiceServer } from '../speech/voice-server.ts';
import type { SpeechClient } from './speech-client.ts';

/** After this many sentences in a row that a server did not speak, it is not asked again in this call. */
const maxFailures = 2;

/** Creates the voice of one call. Without a client, but with the reason why there is none, it speaks nothing. */
export function createVoiceServer(
  { base_url, speech_model }: SpeechServerSettings,
  client: Pick<SpeechClient, 'speak'> | ModelServerError,
): VoiceServer {
  let failures = 0;
  let lastError = client instanceof ModelServerError ? client : null;
  return {
    model: speech_model,
    host: new URL(base_url).host,
    speak: async (sentence, options) => {
      if (client instanceof ModelServerError) return { failure: client.message };
      if (lastError && failures >= maxFailures)
        return { failure: `${lastError.message} It will not be asked again in this call.` };
      try {
        const audio = await client.speak(sentence, options);
        failures = 0;
        return audio;
      } catch (error) {
        options.signal.throwIfAborted();
        if (!(error instanceof ModelServerError)) throw error;
        failures += 1;
        lastError = error;
        return { failure: error.message };
      }
    },
  };
}
