import type { AgentQuestion } from '../../../../../shared/agents/agent-definition.ts';
import { stemWord } from '../../../../../shared/text/find-matching-words.ts';
import { findWords } from '../../../../../shared/text/search-words.ts';
import { readTime } from '../../../platform/spoken/read-time.ts';
import { writeNumbersAsDigits } from '../../../platform/spoken/write-numbers.ts';
import { lowerFirst } from '../../../platform/text-line.ts';

/** A choice, and how the agent repeats it. */
type Choice = { readonly value: string; readonly repeated: string };

type ChoosingTurn = {
  readonly text: string;
  readonly now: Date;
  /** Whether the agent has just asked for the choice. */
  readonly isAsked: boolean;
};

/** Returns the words of a text without their endings, and with numbers as digits. */
const listStems = (text: string): readonly string[] =>
  findWords(
    writeNumbersAsDigits(
      text
        .replaceAll(/\be-mail/gi, 'email')
        .replaceAll(/\band a half\b/gi, '')
        .replaceAll(/(?<=day)s\b/gi, ''),
    ),
  ).map(({ word }) => stemWord(word));

/** "At our workplace" is "your workplace" for the agent. */
const pronounPattern = /\b(?:my|our|your)\b/gi;

const positions = ['first', 'second', 'third', 'fourth', 'last'].map(
  (word) => new RegExp(`\\b${word}(?: (?:one|option|choice)\\b|\\W*$)`, 'i'),
);

/** Matches words that sound like a choice, such as "good" or "fair", and choose nothing. */
const idiomPattern =
  /\bgood (?:morning|afternoon|evening|day|night|bye|luck|to (?:know|hear)|question|idea|point|thing)\b|\b(?:all|sounds|i['’]?m|that['’]?s|very) good\W*$|\bfair (?:enough|point)\b/gi;

/** Returns the choice that a turn names; null if it names none. */
export function readNamedChoice({ text, choices }: AgentQuestion, turn: ChoosingTurn): Choice | null {
  if (choices.length === 0) return null;
  const choice = readChoice(turn, choices) ?? readDayPart(turn, choices);
  if (choice === null) return null;
  // Choices of the words of a question are capitalized only as choices: "Morning or afternoon?"
  const isCommonWord = choices.some((other) => !text.includes(other) && text.includes(lowerFirst(other)));
  return { value: choice, repeated: isCommonWord ? lowerFirst(choice) : choice };
}

/** Returns the choice whose own words a turn has, the last one of several; null if it has none. */
function readChoice({ text, isAsked }: ChoosingTurn, choices: readonly string[]): string | null {
  // "No letters please, email", but also "no, letters".
  const literal = text.replaceAll(idiomPattern, ' ');
  const names = choices.map((choice) => choice.replaceAll(/[^\p{L}\p{N} ]/gu, '.?')).join('|');
  const withoutRejected = literal
    .replaceAll(new RegExp(`\\b(?:not|no|rather than|instead of)(?: the| an?| by)* (?:${names})`, 'giu'), ' ')
    .replaceAll(/\bno [\p{L}\d]+/giu, ' ');
  const named = withoutRejected === literal ? null : findChoice(withoutRejected, choices, false);
  return named ?? findChoice(withoutRejected.trim() === '' ? literal : withoutRejected, choices, isAsked);
}

/** "Not before twelve" chooses the afternoon. */
function readDayPart({ text, now, isAsked }: ChoosingTurn, choices: readonly string[]): string | null {
  const time = readTime(text, now, { isTimeExpected: isAsked })?.time;
  if (!time) return null;
  const part = time < '12:00' ? 'morning' : time < '17:00' ? 'afternoon' : 'evening';
  return choices.find((choice) => choice.toLowerCase().includes(part)) ?? null;
}

function findChoice(text: string, choices: readonly string[], isAsked: boolean): string | null {
  const accepted = text.replaceAll(/\b(?:not|rather than|instead of)(?: the| an?)* [\p{L}\d]+/giu, ' ');
  const words = listStems(accepted.replaceAll(pronounPattern, ' '));
  const stems = choices.map((choice) => [...new Set(listStems(choice.replaceAll(pronounPattern, ' ')))]);
  const distinct = stems.map((own) =>
    own.filter((stem) => stems.filter((other) => other.includes(stem)).length < Math.max(2, choices.length)),
  );
  const scores = distinct.map((own) => own.filter((stem) => words.includes(stem)).length / Math.max(1, own.length));
  const best = Math.max(...scores);
  if (best > 0) {
    const lastPosition = (index: number) => Math.max(...(distinct[index] ?? []).map((stem) => words.lastIndexOf(stem)));
    const named = [...scores.keys()].filter((index) => scores[index] === best);
    return choices[named.toSorted((a, b) => lastPosition(b) - lastPosition(a))[0] ?? 0] ?? null;
  }
  if (!isAsked) return null;
  if (/\bmiddle\b/i.test(accepted) && choices.length === 3) return choices[1] ?? null;
  const position = positions.findIndex((pattern) => pattern.test(accepted));
  return (position === positions.length - 1 ? choices.at(-1) : choices[position]) ?? null;
}

/** Matches what points at the only choice that the agent has just named: "that one then", "I'll take it". */
const pointingPattern =
  /^(?!.*(?:\b(?:not?|never|already)\b|n['’]t\b)).*\b(?:that one|the one you (?:said|mentioned|named)|that['’]?(?:ll| will| would) do|(?:i|we)['’]?ll (?:take|have|go (?:for|with)) (?:that|it))(?=\W*$|,| (?:one|then|please|thanks|how|what|and|is|i)\b)/i;
const otherPattern = /\bthe other(?: one| option)?(?=\W*$|,| (?:please|then|instead|after all)\b)/i;

/** "The other one" changes an answer with two choices, and "that one" chooses the one that the agent has just named. */
export function readPointedChoice(
  {
    question: { type, text: asked, choices },
    value,
  }: { readonly question: AgentQuestion; readonly value: string | null },
  text: string,
  lastAgentText: string,
): Choice | null {
  if (type !== 'choice') return null;
  if (value !== null) {
    const others = otherPattern.test(text) ? choices.filter((choice) => choice !== value) : [];
    return others.length === 1 ? toChoice(others[0]) : null;
  }
  if (!pointingPattern.test(text)) return null;
  const said = lastAgentText.replace(asked, '').toLowerCase();
  const named = choices.filter((choice) => said.includes(choice.toLowerCase()));
  return named.length === 1 ? toChoice(named[0]) : null;
}

const toChoice = (choice: string | undefined): Choice | null =>
  choice === undefined ? null : { value: choice, repeated: choice };
