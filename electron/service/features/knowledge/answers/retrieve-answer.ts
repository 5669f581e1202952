// Public: other features may import this file.
import { stemWord } from '../../../../../shared/text/find-matching-words.ts';
import type { AnswerLevel, Passage } from '../../../../../shared/knowledge/knowledge.ts';
import { countWords, normalizeLine, upperFirst } from '../../../platform/text-line.ts';
import { createTypeMatcher } from './answer-types.ts';
import { asksDocuments } from './answer-question.ts';
import type { AnswerSentence } from './extract-sentences.ts';
import { instructsStaff, isStaffHeading } from './instructs-staff.ts';
import {
  rankSentences,
  type RankedSentence,
  type SearchableKnowledge,
  type SentenceCandidate,
} from './rank-sentences.ts';
import { computeWordCoverage, listContentWords } from './word-coverage.ts';
import { weekdays, writeDays } from './write-days.ts';
import { writeNumbersAsDigits } from '../../../platform/spoken/write-numbers.ts';

export type RetrievedAnswer = {
  /** Whether the sentences answer the question. */
  readonly level: AnswerLevel;
  /** One or two sentences, or none if nothing was found. */
  readonly sentences: readonly string[];
  readonly passage: Passage | null;
};

const maxPassages = 3;
/** Longer answers are hard to follow on the phone. */
export const maxAnswerWords = 45;

const noAnswer: RetrievedAnswer = { level: 'none', sentences: [], passage: null };

/**
 * Finds the one or two sentences that answer a question best, and decides whether they answer it. `before` is what the
 * recipient said before it, oldest first.
 */
export async function retrieveAnswer(
  question: string,
  knowledge: SearchableKnowledge,
  before: readonly string[] = [],
): Promise<RetrievedAnswer> {
  const query = normalizeLine(question, 400);
  if (!asksDocuments(query)) return noAnswer;
  const { passages, answer } = await knowledge.ask({ question: query, before }, maxPassages);
  const { complete, ranked, level } = await rankSentences({ question: query, before }, { passages, answer }, knowledge);
  const closest = chooseSpeakable(query, ranked);
  const best =
    closest?.kind === 'row'
      ? chooseRow(
          complete,
          ranked.map(({ candidate }) => candidate),
          closest,
        )
      : closest;
  if (!best || lacksAskedValue(query, best)) return noAnswer;
  return { level, sentences: completeAnswer(best, query), passage: best.passage };
}

/** How much less well than an instruction a sentence may answer. */
const maxInstructionLead = 3;

/**
 * Returns the closest sentence; undefined if that is an instruction to employees. "Say what it costs" can be closer to a question than the
 * price is: then a sentence nearly as close, with the kind of answer that is asked for, answers.
 */
function chooseSpeakable(query: string, ranked: readonly RankedSentence[]): SentenceCandidate | undefined {
  const [first] = ranked;
  if (!first || !isForStaff(first.candidate)) return first?.candidate;
  const statement = removeInstruction(first.candidate.text);
  if (statement !== null) return { ...first.candidate, text: statement };
  const offersType = createTypeMatcher(query);
  const asksForType = offersType('') < 1;
  return ranked.find(
    ({ candidate, sum }) =>
      asksForType &&
      sum >= first.sum - maxInstructionLead &&
      offersType(candidate.text) === 1 &&
      !isForStaff(candidate),
  )?.candidate;
}

function isForStaff({ text, topic }: AnswerSentence): boolean {
  return instructsStaff(text) || isStaffHeading(topic ?? '');
}

const minStatementWords = 5;

/** Matches what an instruction lets the agent say: "Say what it costs: the fee is $9.00", "Tell the customer that the move is free". */
const allowedStatementPattern =
  /(?:^[^:]{3,80}:\s+|(?<!\b(?:not|never|n['’]t) )\b(?:say|explain|(?:tell|inform|remind) (?:(?:the|an?|every|each|all) )?(?:callers?|customers?|clients?|patients?)) that (?!you\b|.*\b(?:they|them|their)\b))(\p{L}[^:]*)$/iu;

/** Returns what an instruction lets the agent say; null if it is only an instruction. */
function removeInstruction(text: string): string | null {
  const statement = allowedStatementPattern.exec(text)?.[1];
  return statement !== undefined && countWords(statement) >= minStatementWords && !instructsStaff(statement)
    ? upperFirst(statement)
    : null;
}

/** Returns the table row with the words of a question that most other rows lack. */
function chooseRow(
  query: string,
  ranked: readonly SentenceCandidate[],
  { passage, topic }: SentenceCandidate,
): SentenceCandidate | undefined {
  const rows = ranked.filter((other) => other.kind === 'row' && other.passage === passage && other.topic === topic);
  const stems = rows.map(({ text }) => listStems(writeDays(text)));
  const weights = Array.from(listStems(writeDays(query)), (stem): readonly [string, number] => {
    const count = stems.filter((own) => own.has(stem)).length;
    const weight = count === 0 ? 0 : Math.log(rows.length / count);
    // "When do you close on Friday?" is not answered by the day that is closed.
    return [stem, weekdayStems.has(stem) ? 2 * weight : weight];
  });
  const scores = stems.map((own) => weights.reduce((sum, [stem, weight]) => sum + (own.has(stem) ? weight : 0), 0));
  return rows[scores.indexOf(Math.max(...scores))];
}

const weekdayStems: ReadonlySet<string> = new Set(weekdays.map((day) => stemWord(day.toLowerCase())));

/** Whether the question asks for a column in which a row has no value. */
function lacksAskedValue(query: string, { emptyColumns }: SentenceCandidate): boolean {
  const asked = listStems(query);
  return emptyColumns.some((name) => [...listStems(name)].some((stem) => asked.has(stem)));
}

/** Returns the words of a text that have a meaning of their own, without their endings and with numbers as digits. */
function listStems(text: string): ReadonlySet<string> {
  return new Set(listContentWords(writeNumbersAsDigits(text)).map(stemWord));
}

/** Matches sentences that begin with a reference to an earlier sentence. */
const backReferencePattern =
  /^(?:it|they|this|that|these|those|he|she|then|otherwise|later|after that|afterwards|such|both|if not|if so|in that case)\b/i;

/** Adds the sentence before if the answer refers back to it, or the one after if it continues a short answer. */
function completeAnswer(
  { text, index, passageSentences, topic, kind }: SentenceCandidate,
  query: string,
): readonly string[] {
  if (kind === 'row') return [text];
  if (kind === 'item') {
    const items = passageSentences.filter((other) => other.kind === 'item' && other.topic === topic);
    const list = upperFirst(`${items.map((item) => item.text.replace(/\.$/, '')).join(', ')}.`);
    // "How can I pay" is answered by the whole list, and "can I pay in cash" by one entry.
    return computeWordCoverage(query, text) === 0 && countWords(list) <= maxAnswerWords ? [list] : [upperFirst(text)];
  }
  const before = passageSentences[index - 1];
  const after = passageSentences[index + 1];
  const isSameTopic = (other: AnswerSentence | undefined): other is AnswerSentence =>
    other !== undefined && other.topic === topic && other.kind === 'sentence' && !isForStaff(other);
  const fits = (other: AnswerSentence) => countWords(text) + countWords(other.text) <= maxAnswerWords;
  if (backReferencePattern.test(text) && isSameTopic(before) && fits(before)) return [before.text, text];
  const isShort = countWords(text) < 14 || backReferencePattern.test(after?.text ?? '');
  if (isShort && !passageSentences[index]?.isLastOfParagraph && isSameTopic(after) && fits(after))
    return [text, after.text];
  return [text];
}
