import type { Speaker } from '../../../../../shared/calls/calls.ts';
import { normalizeLine } from '../../../platform/text-line.ts';
import type { ChatMessage } from '../../language-model/chat-client.ts';
import { composePrompt, type Briefing } from './model-prompt.ts';

/** What was heard of a turn. */
export type HeardTurn = { readonly speaker: Speaker; readonly text: string };

type Conversation = {
  readonly briefing: Briefing;
  /** The greeting, then all turns up to now. */
  readonly turns: readonly HeardTurn[];
  /** The recorded answers by their fields. */
  readonly answers: ReadonlyMap<string, string>;
};

/** Older turns are shortened to a list, so that the context stays bounded. */
const recentTurns = 16;
const oldTurnLength = 120;
const maxOldTurns = 40;

/** Composes the messages with which the model is asked for the next turn. The greeting and the recorded answers always stay. */
export function composeMessages({ briefing, turns, answers }: Conversation): ChatMessage[] {
  const [greeting, ...later] = turns;
  const old = later.slice(0, -recentTurns);
  const messages: ChatMessage[] = [{ role: 'system', content: composePrompt(briefing) }];
  if (greeting) messages.push({ role: 'assistant', content: greeting.text });
  if (old.length > 0 || answers.size > 0) messages.push({ role: 'system', content: summarize(old, answers) });
  for (const { speaker, text } of later.slice(-recentTurns))
    messages.push({ role: speaker === 'agent' ? 'assistant' : 'user', content: text });
  return messages;
}

function summarize(turns: readonly HeardTurn[], answers: Conversation['answers']): string {
  const said = turns
    .slice(-maxOldTurns)
    .map(
      ({ speaker, text }) => `- ${speaker === 'agent' ? 'You' : 'Recipient'}: ${normalizeLine(text, oldTurnLength)}`,
    );
  const recorded = [...answers].map(([field, value]) => `- ${field}: ${value}`);
  return [
    ...(said.length > 0 ? ['Earlier in this call, shortened:', ...said] : []),
    ...(recorded.length > 0 ? ['Answers that you have recorded:', ...recorded] : []),
  ].join('\n');
}
