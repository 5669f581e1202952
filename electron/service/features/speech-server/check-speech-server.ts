import {
  speechServerStepNames,
  type SpeechServerSettings,
  type SpeechServerStep,
} from '../../../../shared/agents/speech-server.ts';
import { voices } from '../../../../shared/agents/voices.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { checkModelServer, type ModelServerCheck } from '../model-server/check-model-server.ts';
import { createVoiceSample } from '../speech/create-voice-sample.ts';
import type { Recorder } from '../speech/recorder.ts';
import { createSpeechClient, type SpeechClient } from './speech-client.ts';

/** A server on this computer may have to load its models first. */
const checkMs = 60_000;

/** A recipient notices a longer pause. */
const slowMs = 1_000;

const spokenSentence = 'Hello, this is the voice of your agent.';
const heardSentence = 'Please call me back on Monday.';
/** Models write numbers and names in different ways, but not these words. */
const heardWords = /\b(call|back|monday)\b/gi;

const maxTranscriptLength = 200;

type CheckOptions = {
  readonly findProxies: FindProxies;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
};

/** Lets a server speak a sentence and transcribe another. Changes nothing. */
export async function checkSpeechServer(
  settings: SpeechServerSettings,
  apiKey: string,
  { findProxies, recorder, signal, timeoutMs = checkMs }: CheckOptions,
): Promise<readonly SpeechServerStep[]> {
  const model = settings.speech_model || settings.transcription_model;
  const privacy = { kept: 'voice', sent: 'What agents say, and what you say in practice calls, is' } as const;
  const options = { settings, apiKey, model, privacy, stepNames: speechServerStepNames, timeoutMs, signal };
  return checkModelServer(options, async (check) => {
    const timeouts = { idleMs: timeoutMs, totalMs: timeoutMs, transferMs: timeoutMs };
    const client = createSpeechClient({ settings, apiKey, findProxies, timeouts });
    const context = { client, check, settings, recorder };
    try {
      await checkSpeech(context);
      if (!check.hasFailed('speech')) await checkTranscription(context);
    } finally {
      client.close();
    }
  });
}

type CheckContext = {
  readonly client: SpeechClient;
  readonly check: ModelServerCheck<keyof typeof speechServerStepNames>;
  readonly settings: SpeechServerSettings;
  readonly recorder: Recorder;
};

async function checkSpeech({ client, check, settings, recorder }: CheckContext): Promise<void> {
  const { signal } = check;
  if (settings.speech_model === '') {
    check.skip('speech', 'No speech model is entered, so agents speak with the built-in voices.');
    return check.skip('speed', 'Not tried.');
  }
  const startedAt = performance.now();
  const audio = await client.speak(spokenSentence, { ratePercent: 100, signal });
  const milliseconds = performance.now() - startedAt;
  check.passAccess();
  const agentVoice = { model: '', host: '', speak: async () => audio };
  const sample = { voice: voices[0], speaking_rate_percent: 100, text: spokenSentence, agentVoice };
  const { speech } = await createVoiceSample(recorder, sample, signal);
  if (speech?.fallback) return check.fail('speech', speech.fallback, 'Choose a model that sends WAV or MP3.');
  check.pass('speech', `“${settings.voice}” speaks.`);
  check.measure('The first sentence arrives', milliseconds, slowMs);
}

async function checkTranscription({ client, check, settings, recorder }: CheckContext): Promise<void> {
  const { signal } = check;
  if (settings.transcription_model === '')
    return check.skip('transcription', 'No transcription model is entered, so practice calls are typed.');
  const sample = { voice: voices[0], speaking_rate_percent: 100, text: heardSentence };
  const { wav } = await createVoiceSample(recorder, sample, signal);
  const text = await client.transcribe(wav, maxTranscriptLength, signal);
  check.passAccess();
  const found = new Set(text.toLowerCase().match(heardWords));
  if (found.size >= 2) return check.pass('transcription', `It understands “${text}”`);
  const detail =
    text === ''
      ? 'It understands nothing of the test sentence.'
      : `It understands “${text}” instead of “${heardSentence}”`;
  check.warn('transcription', detail, 'Choose a transcription model for English.');
}
