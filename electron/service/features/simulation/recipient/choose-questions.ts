import type { Random } from '../../../platform/seeded-random.ts';
import type { SampleChunk, SimulationKnowledge } from '../simulation-knowledge.ts';
import { computeWordCoverage, retrieveAnswer } from '../answers/retrieve-answer.ts';
import { generateQuestions } from './generate-questions.ts';
import { interpretTurn, type Intent } from '../dialogue/interpret-turn.ts';
import { extractSentences } from '../answers/extract-sentences.ts';
import { unanswerableQuestions } from '../wording/unanswerable-questions.ts';

type QuestionCandidate = {
  readonly question: string;
  readonly isExact: boolean;
  readonly sentence: string;
  readonly chunk: SampleChunk;
};

export type ChosenQuestion = { readonly question: string; readonly documentId: string | null };

/** Each try is a search; a call is made in well under a second. */
const maxSearches = 14;
const maxNewestCandidates = 6;
const maxCandidatesPerDocument = 3;
/** How far chance outweighs the subject: of two calls about the same, hardly two ask the same. */
const randomWeight = 0.5;

/** A question that is taken for something else does not get its answer. */
const misreadIntents: readonly Intent[] = [
  'busy',
  'goodbye',
  'human',
  'repeat',
  'robot',
  'source',
  'stop_calling',
  'who',
  'wrong_person',
];

type QuestionChoiceOptions = {
  readonly knowledge: SimulationKnowledge;
  /** What the call is about, in the agent's words. */
  readonly topic: string;
  readonly count: number;
};

/**
 * Questions that the documents answer, the first out of the newest: only those that the agent will answer from the very
 * sentence that they were made of.
 */
export async function chooseQuestions(
  choice: QuestionChoiceOptions,
  random: Random,
): Promise<readonly ChosenQuestion[]> {
  const { knowledge, count } = choice;
  const chosen: ChosenQuestion[] = [];
  const answers = new Set<string>();
  let tries = 0;
  const { fromNewest, others, rest } = await listCandidates(choice, random);
  const take = async (candidates: readonly QuestionCandidate[], most: number): Promise<void> => {
    for (const { question, sentence, chunk } of candidates) {
      if (chosen.length >= Math.min(count, most) || tries >= maxSearches) return;
      if (chosen.some((one) => computeWordCoverage(question, one.question) > 0.5)) continue;
      const { intents, question: heard } = interpretTurn(question);
      if (heard === null || misreadIntents.some((intent) => intents.has(intent))) continue;
      tries += 1;
      const { isConfident, sentences, passage } = await retrieveAnswer(heard, knowledge);
      const answer = sentences.join(' ');
      const isOwn = passage?.document_id === chunk.document_id && answer.includes(sentence);
      if (!isConfident || !isOwn || answers.has(answer)) continue;
      answers.add(answer);
      chosen.push({ question, documentId: chunk.document_id });
    }
  };
  await take(fromNewest, 1);
  await take(others, count);
  await take(rest, count);
  return chosen;
}

/** Something that no document answers; null where all of a few tries are answered. */
export async function chooseUnanswerableQuestion(
  knowledge: SimulationKnowledge,
  random: Random,
): Promise<ChosenQuestion | null> {
  for (const question of random.shuffle(unanswerableQuestions).slice(0, 4)) {
    const heard = interpretTurn(question).question;
    if (heard !== null && !(await retrieveAnswer(heard, knowledge)).isConfident) return { question, documentId: null };
  }
  return null;
}

/** First some of the newest document, then those of the others that come nearest to what the call is about. */
async function listCandidates(
  { knowledge, topic }: QuestionChoiceOptions,
  random: Random,
): Promise<{
  readonly fromNewest: readonly QuestionCandidate[];
  readonly others: readonly QuestionCandidate[];
  readonly rest: readonly QuestionCandidate[];
}> {
  const documents = new Map<string, SampleChunk[]>();
  for (const one of knowledge.sampleChunks())
    documents.set(one.document_id, [...(documents.get(one.document_id) ?? []), one]);
  const [newest = [], ...others] = [...documents].map(([id, chunks]) => generateCandidates(chunks, random.split(id)));
  const sampled = others.flatMap((candidates) =>
    candidates.filter(({ isExact }) => isExact).slice(0, maxCandidatesPerDocument),
  );
  const loose = others.flatMap((candidates) => candidates.filter(({ isExact }) => !isExact).slice(0, 1));
  const cosines = await knowledge.compareSentences(
    topic,
    sampled.map(({ question }) => question),
  );
  const near = sampled
    .map((candidate, at) => ({ candidate, rank: (cosines[at] ?? 0) + random.next() * randomWeight }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ candidate }) => candidate);
  const mixed = random.shuffle(newest);
  return { fromNewest: mixed.slice(0, maxNewestCandidates), others: near, rest: [...random.shuffle(loose), ...mixed] };
}

function generateCandidates(chunks: readonly SampleChunk[], random: Random): readonly QuestionCandidate[] {
  const found = chunks.flatMap((chunk) => {
    const sentences = extractSentences(chunk.text);
    return sentences.flatMap((sentence, at) =>
      generateQuestions(sentence, sentences[at - 1]?.topic !== sentence.topic)
        .slice(0, 1)
        .map(({ text, isExact }): QuestionCandidate => ({
          question: text,
          isExact,
          sentence: sentence.text,
          chunk: chunk,
        })),
    );
  });
  const distinct = random.shuffle([...new Map(found.toReversed().map((one) => [one.question, one])).values()]);
  return [...distinct.filter(({ isExact }) => isExact), ...distinct.filter(({ isExact }) => !isExact)];
}
