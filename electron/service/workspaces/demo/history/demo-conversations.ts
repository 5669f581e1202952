import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Persona } from '../../../../../shared/agents/personas.ts';
import type { CallMetadata } from '../../../../../shared/calls/call-metadata.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import { countWords } from '../../../platform/text-line.ts';
import type { DemoCall } from '../demo-call.ts';
import type { RecordedTurn } from '../recorded-call.ts';

/** A conversation that several calls share. Its texts contain placeholders, such as `{first_name}`. */
export type DemoConversation = {
  readonly agent: DemoCall['agent'];
  readonly persona: Persona;
  readonly disposition: string;
  readonly turns: readonly Pick<RecordedTurn, 'speaker' | 'text' | 'citations' | 'hasNoAnswer' | 'answers'>[];
};

const path = fileURLToPath(new URL('../conversations/conversations.json', import.meta.url));

export function readDemoConversations(): readonly DemoConversation[] {
  return JSON.parse(readFileSync(path, 'utf8')) as readonly DemoConversation[]; // a shipped file, checked by demo-history.test.ts
}

/** A call leaves out a part of the questions, so that calls that share a conversation differ. */
const omissionRates = [0, 0, 0.3, 0.6, 0.9] as const;

/** Fills the placeholders of a conversation and gives its turns times in seconds from the answer. */
export function fillConversation(
  { turns }: DemoConversation,
  metadata: CallMetadata,
  random: Random,
): readonly RecordedTurn[] {
  const wordsPerSecond = random.between(2, 2.5);
  let endSeconds = 0.4;
  return omitQuestions(turns, random).map(({ text, ...turn }) => {
    const filled = fillPlaceholders(text, metadata);
    const startSeconds = endSeconds + random.between(0.4, 1.7);
    endSeconds = startSeconds + 0.5 + countWords(filled) / wordsPerSecond;
    return { ...turn, text: filled, startSeconds, endSeconds };
  });
}

type Turns = DemoConversation['turns'];

/** Leaves out some questions that follow the answer to another question, with their answers. */
function omitQuestions(turns: Turns, random: Random): Turns {
  const rate = random.pick(omissionRates);
  const kept: Turns[number][] = [];
  for (let at = 0; at < turns.length; at += 1) {
    const [turn, next] = [turns[at], turns[at + 1]];
    if (!turn) break;
    const isFurtherQuestion = turn.speaker === 'user' && !turn.answers && isAnswer(kept.at(-1)) && isAnswer(next);
    if (isFurtherQuestion && random.chance(rate)) at += 1;
    else kept.push(turn);
  }
  return kept;
}

/** Leaves out some turns of the agent, each with the turn before it. */
export function omitAnswers(
  conversation: DemoConversation,
  isOmitted: (turn: Turns[number]) => boolean,
): DemoConversation {
  const turns = conversation.turns.filter((turn, at, all) => {
    const next = all[at + 1];
    return !isOmitted(turn) && !(next && isOmitted(next));
  });
  return { ...conversation, turns };
}

function isAnswer(turn: Turns[number] | undefined): boolean {
  return turn?.speaker === 'agent' && turn.citations.length > 0;
}

function fillPlaceholders(text: string, metadata: CallMetadata): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(metadata[name] ?? ''));
}
