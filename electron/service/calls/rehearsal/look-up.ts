import { matchWords, stemWord } from '../../../../shared/matched-words.ts';
import type { Passage } from '../../../../shared/knowledge.ts';
import type { RehearsalKnowledge } from './knowledge-port.ts';
import { countWords, toPlainSpeech } from './plain-speech.ts';
import { readSpeakable, type Speakable } from './speakable-sentences.ts';

export type Finding = {
  readonly isKnown: boolean;
  /** One or two sentences; empty where nothing was found at all. */
  readonly sentences: readonly string[];
  readonly passage: Passage | null;
  /** What `isKnown` was judged by. */
  readonly confidence: number;
};

const passagesRead = 3;
const candidatesMax = 12;
/** What can be listened to in one go. */
const answerWordsMax = 45;

/** Found on questions that the demo's documents answer and questions that they do not: the tests of whole calls measure it again. */
export const knownFrom = 0.475;

const nothing: Finding = { isKnown: false, sentences: [], passage: null, confidence: 0 };

type Candidate = Speakable & { readonly passage: Passage; readonly at: number; readonly all: readonly Speakable[] };

/** The one or two sentences of the knowledge base that answer best, and whether they answer at all. */
export async function lookUp(question: string, knowledge: RehearsalKnowledge): Promise<Finding> {
  const query = toPlainSpeech(question, 400);
  if (!/[\p{L}\p{N}]/u.test(query)) return nothing;
  const passages = await knowledge.search(query, passagesRead);
  const candidates = preselect(
    query,
    passages.flatMap((passage) => {
      const all = readSpeakable(passage.text);
      return all.map((one, at): Candidate => ({ ...one, passage, at, all }));
    }),
  );
  if (candidates.length === 0) return nothing;
  const cosineTo = await compareOnce(query, candidates.flatMap(textsOf), knowledge);
  const scored = candidates
    .map((candidate) => {
      const [inItself = '', inItsPlace = '', asked] = textsOf(candidate);
      const cosine = 0.5 * (cosineTo(inItself) + cosineTo(inItsPlace));
      // A question that was written down, asked in other words: what follows it is the answer.
      const isAsked = asked !== undefined && beginsTopic(candidate);
      return { candidate, score: rate(query, candidate, isAsked ? Math.max(cosine, cosineTo(asked)) : cosine) };
    })
    .toSorted((one, other) => other.score - one.score);
  const [best] = scored;
  if (!best) return nothing;
  const { candidate, score } = best;
  return {
    isKnown: score >= knownFrom,
    sentences: completeAnswer(candidate),
    passage: candidate.passage,
    confidence: score,
  };
}

/** What is compared with the question: the sentence alone, under its topic, and a topic that is a question itself. */
function textsOf(candidate: Candidate): readonly string[] {
  const { text, topic } = candidate;
  return [text.slice(0, 400), inContext(candidate), ...(topic?.endsWith('?') ? [topic] : [])];
}

async function compareOnce(
  query: string,
  texts: readonly string[],
  knowledge: RehearsalKnowledge,
): Promise<(text: string) => number> {
  const distinct = [...new Set(texts)];
  const cosines = await knowledge.compare(query, distinct);
  const byText = new Map(distinct.map((text, at) => [text, cosines[at] ?? 0]));
  return (text) => byText.get(text) ?? 0;
}

function beginsTopic({ topic, at, all }: Candidate): boolean {
  return topic !== null && all[at - 1]?.topic !== topic;
}

function inContext({ topic, text, passage }: Candidate): string {
  return `${topic ?? toPlainSpeech(passage.title, 80)} ${text}`.slice(0, 500);
}

function preselect(query: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates
    .map((candidate, rank) => ({ candidate, rank, overlap: coverWords(query, inContext(candidate)) }))
    .toSorted((a, b) => b.overlap - a.overlap || a.rank - b.rank)
    .slice(0, candidatesMax)
    .map(({ candidate }) => candidate);
}

const asksAmount = /\bhow much\b|\bprices?\b|\b(?:cost|charge|fee)s?\b/i;
const asksNumber = /\bhow (?:many|long|soon|often|late|early|far|fast|old)\b|\bwhen\b/i;
const hasAmount = /[$€£]\s?\d|\b\d+ ?(?:cents|dollars|euros|pounds|percent)\b|\bfree\b/i;
const hasNumber =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|daily|monthly|yearly|minutes?|hours?|days?|weeks?|months?|years?)\b/i;
/** Sentences about the paper itself, or to those who work with it. */
const besideThePoint =
  /^(?:this|the) (?:\p{Ll}+ )?(?:guide|handbook|paper|booklet|policy|playbook|document|manual|brochure)\b|\bcustomers? ask\b/iu;

function rate(query: string, candidate: Candidate, cosine: number): number {
  const { passage, topic, text } = candidate;
  const overlap = 0.6 * coverWords(query, text) + 0.4 * coverWords(query, inContext(candidate));
  const bonuses =
    (beginsTopic(candidate) ? (topic?.endsWith('?') ? 0.05 : 0.03) : 0) +
    (asksAmount.test(query) && hasAmount.test(text) ? 0.06 : 0) +
    (asksNumber.test(query) && hasNumber.test(text) ? 0.04 : 0) -
    (besideThePoint.test(text) ? 0.15 : 0);
  return 0.55 * cosine + 0.25 * overlap + 0.2 * passage.score + bonuses;
}

const fillers = new Set(
  'am any anything does else get give going happen happens has have i if is know like long many much need our please say some something tell there thing want way would you'.split(
    ' ',
  ),
);

/** The share of the question's words that a text has, in any form: longer ones weigh more. */
export function coverWords(question: string, text: string): number {
  const words = new Map<string, number>();
  for (const { start, end } of matchWords(question, question)) {
    const word = question.slice(start, end).toLowerCase();
    if (!fillers.has(word)) words.set(stemWord(word), /\d/.test(word) ? 2 : Math.min(2, word.length / 5));
  }
  const total = [...words.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const found = new Set(matchWords(text, question).map(({ start, end }) => stemWord(text.slice(start, end))));
  const covered = [...words].reduce((sum, [stem, weight]) => sum + (found.has(stem) ? weight : 0), 0);
  return covered / total;
}

/** Begins with a word that points to what was said before. */
const pointingBack =
  /^(?:it|they|this|that|these|those|he|she|then|otherwise|later|after that|afterwards|such|both|if not|if so|in that case)\b/i;

/** The sentence with the one before it where it points back to it, or the one after it where that goes on. */
function completeAnswer({ text, at, all, topic, kind }: Candidate): readonly string[] {
  if (kind === 'row') return [text];
  const before = all[at - 1];
  const after = all[at + 1];
  const belongs = (other: Speakable | undefined): other is Speakable =>
    other !== undefined && other.topic === topic && other.kind === 'sentence';
  const fits = (other: Speakable) => countWords(text) + countWords(other.text) <= answerWordsMax;
  if (pointingBack.test(text) && belongs(before) && fits(before)) return [before.text, text];
  const isShort = countWords(text) < 14 || pointingBack.test(after?.text ?? '');
  if (isShort && !all[at]?.isLast && belongs(after) && fits(after)) return [text, after.text];
  return [text];
}
