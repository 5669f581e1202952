import {
  languageModelStepNames,
  type LanguageModelSettings,
  type LanguageModelStep,
  type LanguageModelStepId,
} from '../../../../shared/agents/language-model.ts';
import { isLoopbackHost } from '../../../../shared/workspaces/loopback-host.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { checkBaseUrl } from '../remote/base-url.ts';
import { ModelServerError } from '../model-server/model-server-client.ts';
import { createChatClient, type ChatClient, type ChatTool } from './chat-client.ts';

/** A user waits for the check. A server on this computer may have to load the model first. */
const checkMs = 90_000;

/** A recipient notices a longer pause. */
const slowMs = 1_500;

const stepIds = Object.keys(languageModelStepNames) as readonly LanguageModelStepId[]; // the keys of a constant

const testTool: ChatTool = {
  type: 'function',
  function: {
    name: 'get_opening_hours',
    description: 'Returns the opening hours of a day.',
    parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
  },
};

type CheckOptions = {
  readonly findProxies: FindProxies;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
};

/** Sends two test requests to a server. Changes nothing. */
export async function checkLanguageModel(
  settings: LanguageModelSettings,
  apiKey: string,
  { findProxies, signal, timeoutMs = checkMs }: CheckOptions,
): Promise<readonly LanguageModelStep[]> {
  const steps: LanguageModelStep[] = [];
  const pass = (id: LanguageModelStepId, detail: string) => steps.push({ id, result: 'passed', detail, fix: null });
  const stop = (id: LanguageModelStepId, detail: string, fix: string) => {
    steps.push({ id, result: 'failed', detail, fix });
    for (const skipped of stepIds.slice(stepIds.indexOf(id) + 1))
      steps.push({ id: skipped, result: 'skipped', detail: 'Not tried.', fix: null });
    return steps;
  };
  const checked = checkBaseUrl(settings);
  if ('reason' in checked) return stop('address', 'The base URL cannot be used.', checked.reason);
  const timeout = AbortSignal.timeout(timeoutMs);
  const limited = AbortSignal.any([signal, timeout]);
  let client: ChatClient | null = null;
  try {
    client = createChatClient({ settings, model: settings.model, apiKey, findProxies });
    const greeting = await client.ask({
      messages: [{ role: 'user', content: 'Reply with one short sentence: say that you are ready.' }],
      maxTokens: 200,
      signal: limited,
    });
    pass('address', describeAddress(settings));
    pass('key', apiKey === '' ? 'The server needs no API key.' : 'The server accepts the API key.');
    pass('model', `“${settings.model}” answers.`);
    pass('stream', 'It sends its answer word by word.');
    const { toolCalls, firstTokenMs } = await client.ask({
      messages: [{ role: 'user', content: 'When do you open on Monday? Use the tool get_opening_hours.' }],
      tools: [testTool],
      maxTokens: 200,
      signal: limited,
    });
    if (toolCalls.some(({ function: { name } }) => name === testTool.function.name))
      pass('tool', 'It calls a tool when it needs one.');
    else
      steps.push({
        id: 'tool',
        result: 'warning',
        detail: 'It did not call a tool when it was asked to, so it may not look into the documents.',
        fix: 'Choose a model that supports tools.',
      });
    steps.push(describeSpeed(Math.min(greeting.firstTokenMs, firstTokenMs)));
    return steps;
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) {
      const seconds = Math.round(timeoutMs / 1000);
      return stop(
        nextStep(steps),
        `The server did not answer within ${seconds} seconds.`,
        'Try again, or use a smaller model.',
      );
    }
    if (!(error instanceof ModelServerError)) throw error;
    return explainFailure(error, { settings, steps, pass, stop });
  } finally {
    client?.close();
  }
}

type Report = {
  readonly settings: LanguageModelSettings;
  readonly steps: readonly LanguageModelStep[];
  readonly pass: (id: LanguageModelStepId, detail: string) => void;
  readonly stop: (id: LanguageModelStepId, detail: string, fix: string) => LanguageModelStep[];
};

/** Reports the steps before the one that failed as passed. */
function explainFailure(error: ModelServerError, { settings, steps, pass, stop }: Report): LanguageModelStep[] {
  if (steps.length > 0) return stop(nextStep(steps), error.message, error.fix);
  if (error.failed === 'address') return stop('address', error.message, error.fix);
  pass('address', describeAddress(settings));
  if (error.failed === 'key') return stop('key', error.message, error.fix);
  pass('key', 'The server accepts the request.');
  if (error.failed === 'model') return stop('model', error.message, error.fix);
  pass('model', `The server knows “${settings.model}”.`);
  return stop('stream', error.message, error.fix);
}

function nextStep(steps: readonly LanguageModelStep[]): LanguageModelStepId {
  return stepIds[steps.length] ?? 'speed';
}

function describeSpeed(milliseconds: number): LanguageModelStep {
  const time = `The first word comes after ${Math.round(milliseconds).toLocaleString('en')} ms.`;
  if (milliseconds <= slowMs) return { id: 'speed', result: 'passed', detail: time, fix: null };
  return {
    id: 'speed',
    result: 'warning',
    detail: `${time} Recipients notice such a pause.`,
    fix: 'Use a smaller model, or a faster server.',
  };
}

function describeAddress({ base_url }: LanguageModelSettings): string {
  const { host, hostname } = new URL(base_url);
  return isLoopbackHost(hostname)
    ? 'The server is on this computer, so text does not leave it.'
    : `What is said in calls, and passages of documents, are sent to ${host}.`;
}
