import type { Random } from '../../../platform/seeded-random.ts';
import type { SampleChunk, SimulationKnowledge } from '../simulation-knowledge.ts';
import { computeWordCoverage } from '../../knowledge/answers/word-coverage.ts';
import { retrieveAnswer } from '../../knowledge/answers/retrieve-answer.ts';
import { paraphraseQuestion } from './paraphrase-question.ts';
import { generateQuestions } from './generate-questions.ts';
import { findTurnQuestion } from '../understanding/find-question.ts';
import { isInternalDocument } from '../answers/format-spoken-title.ts';
import { extractSentences } from '../../knowledge/answers/extract-sentences.ts';
import { unanswerableQuestions } from '../wording/recipient-phrases.ts';

type QuestionCandidate = {
  readonly question: string;
  readonly isExact: boolean;
  readonly sentence: string;
  readonly chunk: SampleChunk;
};

export type ChosenQuestion = { readonly question: string; readonly documentId: string | null };

/** Limits how long it takes to prepare a call: each candidate needs one search. */
const maxSearches = 14;
const maxNewestCandidates = 6;
const maxCandidatesPerDocument = 3;
/** Weight of chance against topic similarity, so that calls on the same topic ask different questions. */
const randomWeight = 0.5;

type QuestionChoiceOptions = {
  readonly knowledge: SimulationKnowledge;
  /** The agent's objective and audience. */
  readonly topic: string;
  readonly count: number;
};

/**
 * Chooses questions that the documents answer, the first one from the newest document. The recipient asks them in other words, which the
 * agent may misunderstand.
 */
export async function chooseQuestions(
  options: QuestionChoiceOptions,
  random: Random,
): Promise<readonly ChosenQuestion[]> {
  const { knowledge, count } = options;
  const chosen: ChosenQuestion[] = [];
  const answers = new Set<string>();
  let searchCount = 0;
  const { fromNewest, others, rest } = await listCandidates(options, random);
  const chooseFrom = async (candidates: readonly QuestionCandidate[], limit: number): Promise<void> => {
    for (const { question, sentence, chunk } of candidates) {
      if (chosen.length >= Math.min(count, limit) || searchCount >= maxSearches) return;
      if (chosen.some((earlier) => computeWordCoverage(question, earlier.question) > 0.5)) continue;
      const interpretedQuestion = findTurnQuestion(question);
      if (interpretedQuestion === null) continue;
      searchCount += 1;
      const { level, sentences, passage } = await retrieveAnswer(interpretedQuestion, knowledge);
      const answer = sentences.join(' ');
      const isFromSameSentence = passage?.document_id === chunk.document_id && answer.includes(sentence);
      if (level !== 'likely' || !isFromSameSentence || answers.has(answer)) continue;
      answers.add(answer);
      chosen.push({ question, documentId: chunk.document_id });
    }
  };
  await chooseFrom(fromNewest, 1);
  await chooseFrom(others, count);
  await chooseFrom(rest, count);
  const words = random.split('words');
  return chosen.map(({ question, documentId }) => ({ question: paraphraseQuestion(question, words), documentId }));
}

/** Chooses a question that no document answers, or null if the documents answer all of a few candidates. */
export async function chooseUnanswerableQuestion(
  knowledge: SimulationKnowledge,
  random: Random,
): Promise<ChosenQuestion | null> {
  for (const question of random.shuffle(unanswerableQuestions).slice(0, 4)) {
    const interpretedQuestion = findTurnQuestion(question);
    if (interpretedQuestion !== null && (await retrieveAnswer(interpretedQuestion, knowledge)).level === 'none')
      return { question, documentId: null };
  }
  return null;
}

/** Lists candidates from the newest document, then candidates from other documents ranked by the topic of the call. */
async function listCandidates(
  { knowledge, topic }: QuestionChoiceOptions,
  random: Random,
): Promise<{
  readonly fromNewest: readonly QuestionCandidate[];
  readonly others: readonly QuestionCandidate[];
  readonly rest: readonly QuestionCandidate[];
}> {
  const documents = new Map<string, SampleChunk[]>();
  for (const chunk of knowledge.sampleChunks().filter(({ title }) => !isInternalDocument(title)))
    documents.set(chunk.document_id, [...(documents.get(chunk.document_id) ?? []), chunk]);
  const [newest = [], ...others] = [...documents].map(([id, chunks]) => generateCandidates(chunks, random.split(id)));
  const sampled = others.flatMap((candidates) =>
    candidates.filter(({ isExact }) => isExact).slice(0, maxCandidatesPerDocument),
  );
  const inexact = others.flatMap((candidates) => candidates.filter(({ isExact }) => !isExact).slice(0, 1));
  const cosines = await knowledge.compareSentences(
    topic,
    sampled.map(({ question }) => question),
  );
  const rankedByTopic = sampled
    .map((candidate, index) => ({ candidate, rank: (cosines[index] ?? 0) + random.next() * randomWeight }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ candidate }) => candidate);
  const shuffledNewest = random.shuffle(newest);
  return {
    fromNewest: shuffledNewest.slice(0, maxNewestCandidates),
    others: rankedByTopic,
    rest: [...random.shuffle(inexact), ...shuffledNewest],
  };
}

function generateCandidates(chunks: readonly SampleChunk[], random: Random): readonly QuestionCandidate[] {
  const found = chunks.flatMap((chunk) => {
    const sentences = extractSentences(chunk.text);
    return sentences.flatMap((sentence, index) =>
      generateQuestions(sentence, sentences[index - 1]?.topic !== sentence.topic)
        .slice(0, 1)
        .map(({ text, isExact }): QuestionCandidate => ({
          question: text,
          isExact,
          sentence: sentence.text,
          chunk,
        })),
    );
  });
  const distinct = random.shuffle([
    ...new Map(found.toReversed().map((candidate) => [candidate.question, candidate])).values(),
  ]);
  return [...distinct.filter(({ isExact }) => isExact), ...distinct.filter(({ isExact }) => !isExact)];
}
