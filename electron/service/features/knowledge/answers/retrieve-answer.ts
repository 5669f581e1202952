// Public: other features may import this file.
import { findMatchingWords, stemWord } from '../../../../../shared/text/find-matching-words.ts';
import { findWords } from '../../../../../shared/text/search-words.ts';
import type { AnswerLevel, Passage } from '../../../../../shared/knowledge/knowledge.ts';
import { countWords, normalizeLine, upperFirst } from '../../../platform/text-line.ts';
import { createTypeMatcher } from './answer-types.ts';
import { findContext, type QuestionInContext } from './answer-question.ts';
import { extractSentences, type AnswerSentence } from './extract-sentences.ts';
import { instructsStaff, isStaffHeading } from './instructs-staff.ts';
import { weekdays, writeDays } from './write-days.ts';
import { writeNumbersAsDigits } from '../../../platform/spoken/write-numbers.ts';

/** The searches with which an answer is found. */
export type SearchableKnowledge = {
  /** Returns the best passages of active documents, best first, and whether the first one answers the question. */
  ask(
    question: QuestionInContext,
    limit: number,
  ): Promise<{ readonly passages: readonly Passage[]; readonly answer: AnswerLevel }>;
  /** Returns the cosine similarity of each sentence to the question, in the order of the sentences. */
  compareSentences(question: string, sentences: readonly string[]): Promise<readonly number[]>;
};

export type RetrievedAnswer = {
  /** Whether the sentences answer the question. */
  readonly level: AnswerLevel;
  /** One or two sentences, or none if nothing was found. */
  readonly sentences: readonly string[];
  readonly passage: Passage | null;
};

const maxPassages = 3;
const maxCandidates = 12;
/** Longer answers are hard to follow on the phone. */
export const maxAnswerWords = 45;

const noAnswer: RetrievedAnswer = { level: 'none', sentences: [], passage: null };

type SentenceCandidate = AnswerSentence & {
  readonly passage: Passage;
  readonly index: number;
  readonly passageSentences: readonly AnswerSentence[];
};

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
  if (!/[\p{L}\p{N}]/u.test(query)) return noAnswer;
  const { passages, answer } = await knowledge.ask({ question: query, before }, maxPassages);
  const complete = `${findContext({ question: query, before })} ${query}`.trim();
  const candidates = preselectCandidates(
    complete,
    passages.flatMap((passage) => {
      const passageSentences = extractSentences(passage.text);
      return passageSentences.map((sentence, index): SentenceCandidate => ({
        ...sentence,
        passage,
        index,
        passageSentences,
      }));
    }),
  );
  if (candidates.length === 0) return noAnswer;
  const texts = candidates.flatMap(getComparedTexts);
  const scoreComplete = createScorer(complete, await createCosineLookup(complete, texts, knowledge));
  // The turns before a question have many words in common with other sentences, which answer other questions.
  const scoreAlone =
    complete === query ? scoreComplete : createScorer(query, await createCosineLookup(query, texts, knowledge));
  const score = (candidate: SentenceCandidate) => (scoreComplete(candidate) + 2 * scoreAlone(candidate)) / 3;
  const ranked = candidates
    .map((candidate) => ({ candidate, confidence: score(candidate) }))
    .toSorted((a, b) => b.confidence - a.confidence);
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
  return { level: answer, sentences: completeAnswer(best), passage: best.passage };
}

const minShareOfInstruction = 0.6;

/**
 * Returns the closest sentence; undefined if that is an instruction to employees. "Say what it costs" can be closer to a question than the
 * price is: then a sentence nearly as close, with the kind of answer that is asked for, answers.
 */
function chooseSpeakable(
  query: string,
  ranked: readonly { readonly candidate: SentenceCandidate; readonly confidence: number }[],
): SentenceCandidate | undefined {
  const [first] = ranked;
  if (!first || !isForStaff(first.candidate)) return first?.candidate;
  const statement = removeInstruction(first.candidate.text);
  if (statement !== null) return { ...first.candidate, text: statement };
  const offersType = createTypeMatcher(query);
  const asksForType = offersType('') < 1;
  return ranked.find(
    ({ candidate, confidence }) =>
      asksForType &&
      confidence >= minShareOfInstruction * first.confidence &&
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

/** Returns a function that scores how well a sentence answers a question. */
function createScorer(query: string, cosineTo: (text: string) => number): (candidate: SentenceCandidate) => number {
  const coverage = createWordCoverage(query);
  return (candidate) => {
    const [alone = '', withTopic = '', topicQuestion] = getComparedTexts(candidate);
    const cosine = 0.5 * (cosineTo(alone) + cosineTo(withTopic));
    // The document asks a similar question: the first sentence after it is the answer.
    const answersTopicQuestion = topicQuestion !== undefined && isFirstOfTopic(candidate);
    const closest = answersTopicQuestion ? Math.max(cosine, cosineTo(topicQuestion)) : cosine;
    return scoreCandidate(query, coverage, candidate, closest);
  };
}

/** Returns the texts to compare with the question: the sentence, the sentence with its topic, and a topic that is a question. */
function getComparedTexts(candidate: SentenceCandidate): readonly string[] {
  const { text, topic } = candidate;
  return [text.slice(0, 400), prependTopic(candidate), ...(topic?.endsWith('?') ? [topic] : [])];
}

async function createCosineLookup(
  query: string,
  texts: readonly string[],
  knowledge: SearchableKnowledge,
): Promise<(text: string) => number> {
  const distinct = [...new Set(texts)];
  const cosines = await knowledge.compareSentences(query, distinct);
  const byText = new Map(distinct.map((text, index) => [text, cosines[index] ?? 0]));
  return (text) => byText.get(text) ?? 0;
}

function isFirstOfTopic({ topic, index, passageSentences }: SentenceCandidate): boolean {
  return topic !== null && passageSentences[index - 1]?.topic !== topic;
}

function prependTopic({ topic, text, passage }: SentenceCandidate): string {
  return `${topic ?? normalizeLine(passage.title, 80)} ${text}`.slice(0, 500);
}

function preselectCandidates(query: string, candidates: readonly SentenceCandidate[]): readonly SentenceCandidate[] {
  const coverage = createWordCoverage(query);
  return candidates
    .map((candidate, rank) => ({ candidate, rank, overlap: coverage(prependTopic(candidate)) }))
    .toSorted((a, b) => b.overlap - a.overlap || a.rank - b.rank)
    .slice(0, maxCandidates)
    .map(({ candidate }) => candidate);
}

const amountQuestionPattern = /\bhow much\b|\bprices?\b|\b(?:cost|charge|fee)s?\b/i;
const numberQuestionPattern = /\bhow (?:many|long|soon|often|late|early|far|fast|old)\b|\bwhen\b/i;
const moneyAmountPattern =
  /[$€£]\s?\d|\b\d+ ?(?:cents|dollars|euros|pounds|percent)\b|\bfree\b|\bno (?:fee|charge|cost)s?\b/i;
const numberPattern =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|daily|monthly|yearly|minutes?|hours?|days?|weeks?|months?|years?)\b/i;
/** Sentences about the document itself or for employees. */
const metaSentencePattern =
  /^(?:this|the) (?:\p{Ll}+ )?(?:guide|handbook|paper|booklet|policy|playbook|document|manual|brochure)\b|\bcustomers? ask\b/iu;

function scoreCandidate(
  query: string,
  coverage: (text: string) => number,
  candidate: SentenceCandidate,
  cosine: number,
): number {
  const { passage, topic, text } = candidate;
  const overlap = 0.6 * coverage(text) + 0.4 * coverage(prependTopic(candidate));
  const bonuses =
    (isFirstOfTopic(candidate) ? (topic?.endsWith('?') ? 0.05 : 0.03) : 0) +
    (amountQuestionPattern.test(query) && moneyAmountPattern.test(text) ? 0.06 : 0) +
    (numberQuestionPattern.test(query) && numberPattern.test(text) ? 0.04 : 0) -
    (metaSentencePattern.test(text) ? 0.15 : 0) -
    (isOtherException(text, query) ? 0.06 : 0);
  return 0.55 * cosine + 0.25 * overlap + 0.2 * passage.score + bonuses;
}

/** Matches what an exception is about: "a router that is not returned costs $120.00". */
const exceptionPattern = /\b(?:that|which|who) (?:is|are|was|were|has|have|do|does) not\b[^,.;]{3,80}/i;

/** Whether a statement is about an exception that the question does not name. */
function isOtherException(text: string, query: string): boolean {
  const exception = exceptionPattern.exec(text)?.[0];
  return exception !== undefined && computeWordCoverage(query, exception) === 0;
}

const stopWords: ReadonlySet<string> = new Set(
  'am any anything does else get give going happen happens has have i if is know like long many much need our please say some something tell there thing want way would you'.split(
    ' ',
  ),
);

/** Returns the words of a question that have a meaning of their own, in lower case. */
export function listContentWords(question: string): readonly string[] {
  return findMatchingWords(question, question)
    .map(({ start, end }) => question.slice(start, end).toLowerCase())
    .filter((word) => !stopWords.has(word));
}

/** Returns the share of the question's words that a text contains, in any form. Longer words and numbers weigh more. */
export function computeWordCoverage(question: string, text: string): number {
  return createWordCoverage(question)(text);
}

/** Returns `computeWordCoverage` for one question and any text. */
export function createWordCoverage(writtenQuestion: string): (text: string) => number {
  const words = new Map(
    listContentWords(writeNumbersAsDigits(writtenQuestion)).map((word) => [
      stemWord(word),
      /\d/.test(word) ? 2 : Math.min(2, word.length / 5),
    ]),
  );
  const total = [...words.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return () => 0;
  return (text) => {
    const found = new Set(findWords(writeNumbersAsDigits(text)).map(({ word }) => stemWord(word)));
    const covered = [...words].reduce((sum, [stem, weight]) => sum + (found.has(stem) ? weight : 0), 0);
    return covered / total;
  };
}

/** Matches sentences that begin with a reference to an earlier sentence. */
const backReferencePattern =
  /^(?:it|they|this|that|these|those|he|she|then|otherwise|later|after that|afterwards|such|both|if not|if so|in that case)\b/i;

/** Adds the sentence before if the answer refers back to it, or the one after if it continues a short answer. */
function completeAnswer({ text, index, passageSentences, topic, kind }: SentenceCandidate): readonly string[] {
  if (kind === 'row') return [text];
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
