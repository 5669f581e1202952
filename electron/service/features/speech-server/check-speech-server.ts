import {
  speechServerStepNames,
  type SpeechServerSettings,
  type SpeechServerStep,
  type SpeechServerStepId,
} from '../../../../shared/agents/speech-server.ts';
import { voices } from '../../../../shared/agents/voices.ts';
import { isLoopbackHost } from '../../../../shared/workspaces/loopback-host.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { ModelServerError } from '../model-server/model-server-client.ts';
import { checkBaseUrl } from '../remote/base-url.ts';
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

const stepIds = Object.keys(speechServerStepNames) as readonly SpeechServerStepId[]; // the keys of a constant

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
  const report = new CheckReport();
  const checked = checkBaseUrl(settings);
  if ('reason' in checked) return report.stop('address', 'The base URL cannot be used.', checked.reason);
  const timeout = AbortSignal.timeout(timeoutMs);
  const options = { settings, apiKey, report, recorder, signal: AbortSignal.any([signal, timeout]) };
  let client: SpeechClient | null = null;
  let current: 'speech' | 'transcription' = 'speech';
  try {
    const timeouts = { idleMs: timeoutMs, totalMs: timeoutMs, transferMs: timeoutMs };
    client = createSpeechClient({ settings, apiKey, findProxies, timeouts });
    if (!(await checkSpeech(client, options))) return report.steps;
    current = 'transcription';
    await checkTranscription(client, options);
    return report.steps;
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) {
      const detail = `The server did not answer within ${Math.round(timeoutMs / 1000)} seconds.`;
      return report.stop(report.nextStep(), detail, 'Try again, or use a smaller model.');
    }
    if (!(error instanceof ModelServerError)) throw error;
    return report.explain(error, current, options);
  } finally {
    client?.close();
  }
}

type CheckContext = {
  readonly settings: SpeechServerSettings;
  readonly apiKey: string;
  readonly report: CheckReport;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
};

/** Returns whether the check continues. */
async function checkSpeech(client: SpeechClient, context: CheckContext): Promise<boolean> {
  const { settings, report, recorder, signal } = context;
  if (settings.speech_model === '') return true;
  const startedAt = performance.now();
  const audio = await client.speak(spokenSentence, { ratePercent: 100, signal });
  const milliseconds = performance.now() - startedAt;
  report.passAccess(context);
  const agentVoice = { model: '', host: '', speak: async () => audio };
  const sample = { voice: voices[0], speaking_rate_percent: 100, text: spokenSentence, agentVoice };
  const { speech } = await createVoiceSample(recorder, sample, signal);
  if (speech?.fallback) {
    report.stop('speech', speech.fallback, 'Choose a model that sends WAV or MP3.');
    return false;
  }
  report.pass('speech', `“${settings.voice}” speaks.`);
  const time = `The first sentence is there after ${Math.round(milliseconds).toLocaleString('en')} ms.`;
  if (milliseconds <= slowMs) report.pass('speed', time);
  else report.warn('speed', `${time} Recipients notice such a pause.`, 'Use a smaller model, or a faster server.');
  return true;
}

async function checkTranscription(client: SpeechClient, context: CheckContext): Promise<void> {
  const { settings, report, recorder, signal } = context;
  if (settings.transcription_model === '')
    return report.skip('transcription', 'No transcription model is entered, so practice calls are typed.');
  const sample = { voice: voices[0], speaking_rate_percent: 100, text: heardSentence };
  const { wav } = await createVoiceSample(recorder, sample, signal);
  const text = await client.transcribe(wav, maxTranscriptLength, signal);
  report.passAccess(context);
  if (settings.speech_model === '') {
    report.skip('speech', 'No speech model is entered, so agents speak with the built-in voices.');
    report.skip('speed', 'Not tried.');
  }
  const found = new Set(text.toLowerCase().match(heardWords));
  if (found.size >= 2) return report.pass('transcription', `It understands “${text}”`);
  const detail =
    text === '' ? 'It understands nothing of a test sentence.' : `Of “${heardSentence}”, it understands “${text}”`;
  report.warn('transcription', detail, 'Choose a transcription model for English.');
}

/** The steps of a check, in their order. */
class CheckReport {
  readonly steps: SpeechServerStep[] = [];

  pass(id: SpeechServerStepId, detail: string): void {
    this.steps.push({ id, result: 'passed', detail, fix: null });
  }

  warn(id: SpeechServerStepId, detail: string, fix: string): void {
    this.steps.push({ id, result: 'warning', detail, fix });
  }

  skip(id: SpeechServerStepId, detail: string): void {
    this.steps.push({ id, result: 'skipped', detail, fix: null });
  }

  /** Adds a step that failed, and skips those after it. */
  stop(id: SpeechServerStepId, detail: string, fix: string): SpeechServerStep[] {
    this.steps.push({ id, result: 'failed', detail, fix });
    for (const skipped of stepIds.slice(stepIds.indexOf(id) + 1)) this.skip(skipped, 'Not tried.');
    return this.steps;
  }

  nextStep(): SpeechServerStepId {
    return stepIds[this.steps.length] ?? 'transcription';
  }

  /** A request was answered, so the server, the key and the model can be used. */
  passAccess({ settings, apiKey }: CheckContext): void {
    if (this.steps.length > 0) return;
    this.pass('address', describeAddress(settings));
    this.pass('key', apiKey === '' ? 'The server needs no API key.' : 'The server accepts the API key.');
    this.pass('model', `“${settings.speech_model || settings.transcription_model}” answers.`);
  }

  /** Reports the steps before the one that failed as passed. */
  explain(
    { failed, message, fix }: ModelServerError,
    current: 'speech' | 'transcription',
    { settings }: CheckContext,
  ): SpeechServerStep[] {
    if (this.steps.length > 0) return this.stop(current, message, fix);
    if (failed === 'address') return this.stop('address', message, fix);
    this.pass('address', describeAddress(settings));
    if (failed === 'key') return this.stop('key', message, fix);
    this.pass('key', 'The server accepts the request.');
    if (failed === 'model') return this.stop('model', message, fix);
    this.pass('model', 'The server accepts the name of the model.');
    if (current === 'transcription') {
      this.skip('speech', 'Not tried.');
      this.skip('speed', 'Not tried.');
    }
    return this.stop(current, message, fix);
  }
}

function describeAddress({ base_url }: SpeechServerSettings): string {
  const { host, hostname } = new URL(base_url);
  return isLoopbackHost(hostname)
    ? 'The server is on this computer, so voice does not leave it.'
    : `What agents say, and what you say in practice calls, is sent to ${host}.`;
}
