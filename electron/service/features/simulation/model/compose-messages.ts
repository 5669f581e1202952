import type { Speaker } from '../../../../../shared/calls/calls.ts';
import { normalizeLine } from '../../../platform/text-line.ts';
import type { ChatMessage } from '../../language-model/chat-client.ts';

/** What was heard of a turn. */
export type HeardTurn = { readonly speaker: Speaker; readonly text: string };

type Conversation = {
  /** The system message. */
  readonly prompt: string;
  /** Whom the model speaks for. */
  readonly speaker: Speaker;
  /** All turns up to now. The first one is the model's own. */
  readonly turns: readonly HeardTurn[];
  /** The recorded answers by their fields. */
  readonly answers?: ReadonlyMap<string, string>;
};

/** Older turns are shortened to a list, so that the context stays bounded. */
const recentTurns = 16;
const oldTurnLength = 120;
const maxOldTurns = 40;

const otherSpeaker = { agent: 'Recipient', user: 'Caller' } as const satisfies Record<Speaker, string>;

/** Composes the messages with which the model is asked for the next turn. The first turn and the recorded answers always stay. */
export function composeMessages({ prompt, speaker, turns, answers = new Map() }: Conversation): ChatMessage[] {
  const [first, ...later] = turns;
  const old = later.slice(0, -recentTurns);
  const messages: ChatMessage[] = [{ role: 'system', content: prompt }];
  if (first) messages.push({ role: 'assistant', content: first.text });
  if (old.length > 0 || answers.size > 0) messages.push({ role: 'system', content: summarize(old, speaker, answers) });
  for (const turn of later.slice(-recentTurns))
    messages.push({ role: turn.speaker === speaker ? 'assistant' : 'user', content: turn.text });
  return messages;
}

function summarize(turns: readonly HeardTurn[], speaker: Speaker, answers: ReadonlyMap<string, string>): string {
  const said = turns
    .slice(-maxOldTurns)
    .map(
      (turn) =>
        `- ${turn.speaker === speaker ? 'You' : otherSpeaker[speaker]}: ${normalizeLine(turn.text, oldTurnLength)}`,
    );
  const recorded = [...answers].map(([field, value]) => `- ${field}: ${value}`);
  return [
    ...(said.length > 0 ? ['Earlier in this call, shortened:', ...said] : []),
    ...(recorded.length > 0 ? ['Answers that you have recorded:', ...recorded] : []),
  ].join('\n');
}
