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

const passagesRead = 4;
const candidatesMax = 20;
/** What can be listened to in one go. */
const answerWordsMax = 45;

/** Found on questions that the demo's documents answer and questions that they do not: see the test of this file. */
export const knownFrom = 0.5;

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
  const cosines = await knowledge.compare(query, candidates.map(inContext));
  const scored = candidates
    .map((candidate, at) => ({ candidate, ...rate(query, candidate, cosines[at] ?? 0) }))
    .toSorted((a, b) => b.score - a.score);
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

function rate(query: string, candidate: Candidate, cosine: number): { readonly score: number } {
  const overlap = coverWords(query, inContext(candidate));
  const { passage, at, all, topic } = candidate;
  // The first sentence after a question or heading answers it; the later ones go on.
  const isFirst = topic !== null && all[at - 1]?.topic !== topic;
  const wantsNumber =
    /\bhow (?:much|many|long|soon|often|late|early|far|fast|old)\b|\bwhen\b|\bprice\b|\bcosts?\b/i.test(query);
  const fit =
    (isFirst ? 0.04 : 0) +
    (wantsNumber && /\d|\b(?:one|two|three|four|five|six|ten|free|week|month|day)/i.test(candidate.text) ? 0.05 : 0);
  return { score: 0.55 * cosine + 0.25 * overlap + 0.2 * passage.score + fit };
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
