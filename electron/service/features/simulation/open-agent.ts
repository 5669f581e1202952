import { ModelServerError } from '../model-server/model-server-client.ts';
import type { LanguageModels } from '../language-model/language-models.ts';
import type { CallJob, CallProgress } from '../calls/call-transport.ts';
import { createCallAgent } from './dialogue/call-agent.ts';
import type { ConversationEngine } from './conversation-engine.ts';
import type { LeadingModel } from './model/led-turn.ts';
import { ModelAgent } from './model/model-agent.ts';
import type { TurnClassifier } from './understanding/classify-turns.ts';
import type { SimulationKnowledge } from './simulation-knowledge.ts';
import { timeSearches, type TakeSearchMs } from './turn-timer.ts';

export type AgentEngines = {
  readonly languageModels: Pick<LanguageModels, 'open' | 'settings'>;
  readonly now: () => number;
  readonly turnClassifier: TurnClassifier;
};

type OpenedAgent = {
  readonly agent: ConversationEngine;
  readonly takeSearchMs: TakeSearchMs;
  readonly close: () => void;
};

type OpenAgentOptions = AgentEngines & {
  readonly knowledge: SimulationKnowledge;
  readonly captureAnswer: CallProgress['captureAnswer'];
  readonly signal: AbortSignal;
};

/** Opens the agent's side of a call with the engine that its definition names: rules, or a language model. */
export async function openAgent(
  call: CallJob,
  { languageModels, now, turnClassifier, captureAnswer, signal, ...options }: OpenAgentOptions,
): Promise<OpenedAgent> {
  const { knowledge, takeSearchMs } = timeSearches(options.knowledge);
  const rules = createCallAgent({ ...call, seed: call.callId, knowledge, turnClassifier, now });
  if (call.definition.engine === 'rules') return { agent: rules, takeSearchMs, close: () => {} };
  const model = await openModel(languageModels);
  const today = new Intl.DateTimeFormat('en', { dateStyle: 'full' }).format(now());
  const agent = new ModelAgent({ model, briefing: { ...call, today }, knowledge, rules, captureAnswer, signal });
  return { agent, takeSearchMs, close: () => closeModel(model) };
}

/** Opens the model that plays the recipients of simulated calls; null if they follow rules. */
export async function openRecipientModel(languageModels: AgentEngines['languageModels']): Promise<LeadingModel | null> {
  return languageModels.settings?.plays_recipients ? openModel(languageModels) : null;
}

export function closeModel(model: LeadingModel | null): void {
  if (model && !(model instanceof ModelServerError)) model.client.close();
}

/** Returns why no model can be used, as an error. */
async function openModel(languageModels: AgentEngines['languageModels']): Promise<LeadingModel> {
  try {
    const model = await languageModels.open();
    return model ?? new ModelServerError('No language model is set up.', 'Set one up in Settings.', 'address');
  } catch (error) {
    if (error instanceof ModelServerError) return error;
    throw error;
  }
}
