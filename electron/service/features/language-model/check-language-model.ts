import {
  languageModelStepNames,
  type LanguageModelSettings,
  type LanguageModelStep,
} from '../../../../shared/agents/language-model.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { checkModelServer } from '../model-server/check-model-server.ts';
import { createChatClient, type ChatTool } from './chat-client.ts';

/** A user waits for the check. A server on this computer may have to load the model first. */
const checkMs = 90_000;

/** A recipient notices a longer pause. */
const slowMs = 1_500;

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
  const { model } = settings;
  const privacy = { kept: 'text', sent: 'Conversations and document passages are' } as const;
  const options = { settings, apiKey, model, privacy, stepNames: languageModelStepNames, timeoutMs, signal };
  return checkModelServer(options, async (check) => {
    const client = createChatClient({ settings, model, apiKey, findProxies });
    try {
      const greeting = await client.ask({
        messages: [{ role: 'user', content: 'Reply with one short sentence: say that you are ready.' }],
        maxTokens: 200,
        signal: check.signal,
      });
      check.passAccess();
      check.pass('stream', 'It sends its answer word by word.');
      const { toolCalls, firstTokenMs } = await client.ask({
        messages: [{ role: 'user', content: 'When do you open on Monday? Use the tool get_opening_hours.' }],
        tools: [testTool],
        maxTokens: 200,
        signal: check.signal,
      });
      if (toolCalls.some(({ function: { name } }) => name === testTool.function.name))
        check.pass('tool', 'It calls a tool when it needs one.');
      else
        check.warn(
          'tool',
          'It did not call a tool when it was asked to, so it may not search the documents.',
          'Choose a model that supports tools.',
        );
      check.measure('The first word arrives', Math.min(greeting.firstTokenMs, firstTokenMs), slowMs);
    } finally {
      client.close();
    }
  });
}
