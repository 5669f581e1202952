import type { ModelTurn } from '../../../../../shared/calls/model-turn.ts';
import { normalizeLine } from '../../../platform/text-line.ts';
import type { ChatTool } from '../../language-model/chat-client.ts';
import { computeCost } from '../../language-model/language-models.ts';
import { ModelServerError } from '../../model-server/model-server-client.ts';
import type { RecipientEngine, RecipientReply } from '../conversation-engine.ts';
import type { AgentReply } from '../dialogue/dialogue-state.ts';
import { composeMessages, type HeardTurn } from './compose-messages.ts';
import {
  createSilenceError,
  describeModel,
  explainSilence,
  maxFailures,
  turnMs,
  type LeadingModel,
} from './led-turn.ts';
import { composeRecipientPrompt, type RecipientBriefing } from './recipient-prompt.ts';
import { listSpokenSentences, maxTurnLength } from './spoken-answer.ts';

const maxAnswerTokens = 150;

const hangUpTool: ChatTool = {
  type: 'function',
  function: {
    name: 'hang_up',
    description: 'Hangs up after your words.',
    parameters: { type: 'object', properties: {} },
  },
};

type ModelRecipientOptions = {
  readonly model: LeadingModel;
  readonly briefing: RecipientBriefing;
  /** Picks up and says goodbye, and replies while the model does not. */
  readonly rules: RecipientEngine;
  readonly signal: AbortSignal;
  readonly turnTimeoutMs?: number;
  readonly now?: () => number;
};

type Said = Pick<RecipientReply, 'text' | 'hangsUp'> & { readonly costUsd: number | null };

/** Creates a recipient whose replies come from a language model. */
export function createModelRecipient(options: ModelRecipientOptions): RecipientEngine {
  const { model, briefing, rules, signal, turnTimeoutMs = turnMs, now = () => performance.now() } = options;
  const prompt = composeRecipientPrompt(briefing);
  const turns: HeardTurn[] = [];
  let failures = 0;
  let isLeaving = false;
  const ask = async (timeout: AbortSignal): Promise<Said> => {
    if (model instanceof ModelServerError) throw model;
    if (failures >= maxFailures) throw createSilenceError();
    const answer = await model.client.ask({
      messages: composeMessages({ prompt, speaker: 'user', turns }),
      tools: [hangUpTool],
      maxTokens: maxAnswerTokens,
      signal: AbortSignal.any([signal, timeout]),
    });
    const usesTool = answer.toolCalls.length > 0;
    const said = normalizeLine(listSpokenSentences(answer.text, []).join(' '), maxTurnLength);
    if (said === '' && !usesTool) throw new ModelServerError('The model said nothing.', 'Use another model.', 'answer');
    // The agent still hears and answers the last words.
    isLeaving = usesTool && said !== '';
    const costUsd = computeCost(answer, model.settings);
    return said === '' ? { text: rules.sayGoodbye(), hangsUp: true, costUsd } : { text: said, costUsd };
  };
  const answerPhone = () => {
    const text = rules.answerPhone();
    turns.push({ speaker: 'user', text });
    return text;
  };
  const respond = async (reply: AgentReply): Promise<RecipientReply> => {
    const startedAt = now();
    turns.push({ speaker: 'agent', text: reply.text });
    const describe = (fallback: string | null, cost_usd: number | null): ModelTurn => ({
      ...describeModel(model),
      fallback,
      cut: null,
      unsupported: [],
      total_ms: Math.round(now() - startedAt),
      cost_usd,
    });
    const say = (said: RecipientReply): RecipientReply => {
      turns.push({ speaker: 'user', text: said.text });
      return said;
    };
    if (isLeaving) return say({ text: rules.sayGoodbye(), questionDocumentId: null, hangsUp: true });
    const timeout = AbortSignal.timeout(turnTimeoutMs);
    try {
      const { costUsd, ...said } = await ask(timeout);
      failures = 0;
      return say({ ...said, questionDocumentId: null, modelTurn: describe(null, costUsd) });
    } catch (error) {
      signal.throwIfAborted();
      const reason = explainSilence(error, timeout, turnTimeoutMs);
      failures += 1;
      return say({ ...(await rules.respond(reply)), modelTurn: describe(reason, null) });
    }
  };
  return { ...rules, answerPhone, respond };
}
