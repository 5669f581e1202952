// Public: other features may import this file.
import type { AnswerLevel } from '../../../../../shared/knowledge/knowledge.ts';
import { normalizeLine } from '../../../platform/text-line.ts';
import { answerThresholds } from './answer-weights.ts';
import { assessPassages, type Assessment, type AssessTools } from './assess-passages.ts';
import type { FoundPassage } from './measure-passages.ts';
import { isContentWord, listWords } from './question-words.ts';

export type QuestionInContext = {
  readonly question: string;
  /** The earlier turns, oldest first. */
  readonly before: readonly string[];
};

const maxQuestionChars = 400;
const maxContextChars = 200;
const maxTurnsBefore = 2;

/** Matches greetings, thanks and short replies. They ask nothing, even if a document contains them. */
const courtesyPattern =
  /^\W*(?:\b(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|good ?bye|bye|thanks?(?: you)?|yes|no|ok(?:ay)?)\b(?: (?:there|all|everyone))?\W*)+$/i;

/** Matches greetings and filler words before a question. */
const openingPattern =
  /^(?:(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|um+|uh+|er+|well|so|okay|ok|yeah|yes|sorry|excuse me)(?: there)?\b[\s,.!…–-]+)+(?=\S+ \S)/i;

function removeOpening(question: string): string {
  return question.replace(openingPattern, '');
}

/** Matches questions about the weather or the time, which no document answers, even if it contains the same words. */
const worldPattern =
  /\bweather (?:forecast|like|today|tomorrow)\b|\b(?:what(?:['’]?s| is| will be)|how(?:['’]?s| is| will)) (?:the )?weather\b|\bwill it (?:be )?(?:rain|snow|sunny|hot|cold|windy)\b.{0,40}\b(?:today|tonight|tomorrow|weekend|week|\w+day)\b|\bwhat(?:['’]?s| is) the time\b|\bwhat time is it\b/i;

/**
 * Searches for a question, and decides whether the best passage answers it. A question that is not complete is read
 * together with the turns before it.
 */
export async function answerQuestion<Passage extends FoundPassage>(
  { question, before }: QuestionInContext,
  search: (query: string) => Promise<readonly Passage[]>,
  tools: AssessTools,
): Promise<Assessment<Passage> & { readonly answer: AnswerLevel }> {
  const line = removeOpening(normalizeLine(question, maxQuestionChars));
  const isAsked = asksDocuments(line);
  const said = isAsked ? findContext({ question: line, before }) : '';
  const found = await search(`${said} ${line}`.trim());
  const assessment = await assessPassages({ question: line, context: said }, found, tools);
  return { ...assessment, answer: isAsked ? toLevel(assessment.answerScore) : 'none' };
}

/** Whether a question can be about documents: it is neither a greeting nor about the weather. */
export function asksDocuments(question: string): boolean {
  return /[\p{L}\p{N}]/u.test(question) && !courtesyPattern.test(question) && !worldPattern.test(question);
}

/** Returns the earlier turns that a question needs to be complete; an empty text if it needs none. */
export function findContext({ question, before }: QuestionInContext): string {
  if (!dependsOnContext(question)) return '';
  const context = selectTurns(before.map((turn) => normalizeLine(turn, maxContextChars))).join(' ');
  return listWords(context).some(isContentWord) ? context : '';
}

/** Returns the last turns, and the last one that is complete, because the turns after it refer to its topic. */
function selectTurns(before: readonly string[]): readonly string[] {
  const start = before.length - maxTurnsBefore;
  const topic = before.findLastIndex((turn) => !dependsOnContext(turn));
  return before.filter((_, index) => index >= start || index === topic);
}

function toLevel(score: number): AnswerLevel {
  if (score >= answerThresholds.likely) return 'likely';
  return score >= answerThresholds.possible ? 'possible' : 'none';
}

const maxReferringWords = 8;
const maxReferringContentWords = 2;

/** Whether a question such as "And for a dryer?" needs the turns before it to be complete. */
export function dependsOnContext(question: string): boolean {
  const words = listWords(question);
  const contentWords = words.filter(isContentWord);
  if (
    contentWords.length === 0 ||
    /^\W*(?:(?:how|when|where|why|who|what|which) \p{L}+|(?:until|from|since) (?:when|where))\W*$/iu.test(question)
  )
    return true;
  if (words.length > maxReferringWords) return false;
  if (/^\W*(?:and|or|but|what about|how about|what if|then|also|even|same)\b/i.test(question)) return true;
  return (
    contentWords.length <= maxReferringContentWords &&
    /\b(?:it|its|that|this|these|those|they|them|their|one|ones|there|he|she|him|her|his|then)\b/i.test(question)
  );
}
