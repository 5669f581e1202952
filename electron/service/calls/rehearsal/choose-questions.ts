import type { Random } from '../seeded-random.ts';
import type { Material, RehearsalKnowledge } from './knowledge-port.ts';
import { coverWords, lookUp } from './look-up.ts';
import { makeQuestions } from './make-question.ts';
import { readIntent, type Intent } from './read-intent.ts';
import { readSpeakable } from './speakable-sentences.ts';
import { unanswerable } from './wording/unanswerable-questions.ts';

type Candidate = {
  readonly question: string;
  readonly isExact: boolean;
  readonly sentence: string;
  readonly material: Material;
};

export type Chosen = { readonly question: string; readonly documentId: string | null };

/** Each try is a search; a call is made in well under a second. */
const triesMax = 14;
const newestTries = 6;
const sampleMax = 3;
/** How far chance outweighs the subject: of two calls about the same, hardly two ask the same. */
const chanceWeight = 0.5;

/** A question that is taken for something else does not get its answer. */
const misread: readonly Intent[] = [
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

type Choice = {
  readonly knowledge: RehearsalKnowledge;
  /** What the call is about, in the agent's words. */
  readonly about: string;
  readonly count: number;
};

/**
 * Questions that the documents answer, the first out of the newest: only those that the agent will answer from the very
 * sentence that they were made of.
 */
export async function chooseQuestions(choice: Choice, random: Random): Promise<readonly Chosen[]> {
  const { knowledge, count } = choice;
  const chosen: Chosen[] = [];
  const answers = new Set<string>();
  let tries = 0;
  const { fromNewest, others, rest } = await listCandidates(choice, random);
  const take = async (candidates: readonly Candidate[], most: number): Promise<void> => {
    for (const { question, sentence, material } of candidates) {
      if (chosen.length >= Math.min(count, most) || tries >= triesMax) return;
      if (chosen.some((one) => coverWords(question, one.question) > 0.5)) continue;
      const { intents, question: heard } = readIntent(question);
      if (heard === null || misread.some((intent) => intents.has(intent))) continue;
      tries += 1;
      const { isKnown, sentences, passage } = await lookUp(heard, knowledge);
      const answer = sentences.join(' ');
      const isOwn = passage?.document_id === material.document_id && answer.includes(sentence);
      if (!isKnown || !isOwn || answers.has(answer)) continue;
      answers.add(answer);
      chosen.push({ question, documentId: material.document_id });
    }
  };
  await take(fromNewest, 1);
  await take(others, count);
  await take(rest, count);
  return chosen;
}

/** Something that no document answers; null where all of a few tries are answered. */
export async function chooseUnanswerable(knowledge: RehearsalKnowledge, random: Random): Promise<Chosen | null> {
  for (const question of random.shuffle(unanswerable).slice(0, 4)) {
    const heard = readIntent(question).question;
    if (heard !== null && !(await lookUp(heard, knowledge)).isKnown) return { question, documentId: null };
  }
  return null;
}

/** First some of the newest document, then those of the others that come nearest to what the call is about. */
async function listCandidates(
  { knowledge, about }: Choice,
  random: Random,
): Promise<{
  readonly fromNewest: readonly Candidate[];
  readonly others: readonly Candidate[];
  readonly rest: readonly Candidate[];
}> {
  const documents = new Map<string, Material[]>();
  for (const one of knowledge.listMaterial())
    documents.set(one.document_id, [...(documents.get(one.document_id) ?? []), one]);
  const [newest = [], ...others] = [...documents].map(([id, chunks]) => readCandidates(chunks, random.split(id)));
  const sampled = others.flatMap((candidates) => candidates.filter(({ isExact }) => isExact).slice(0, sampleMax));
  const loose = others.flatMap((candidates) => candidates.filter(({ isExact }) => !isExact).slice(0, 1));
  const cosines = await knowledge.compare(
    about,
    sampled.map(({ question }) => question),
  );
  const near = sampled
    .map((candidate, at) => ({ candidate, rank: (cosines[at] ?? 0) + random.next() * chanceWeight }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ candidate }) => candidate);
  const mixed = random.shuffle(newest);
  return { fromNewest: mixed.slice(0, newestTries), others: near, rest: [...random.shuffle(loose), ...mixed] };
}

function readCandidates(chunks: readonly Material[], random: Random): readonly Candidate[] {
  const found = chunks.flatMap((material) => {
    const sentences = readSpeakable(material.text);
    return sentences.flatMap((sentence, at) =>
      makeQuestions(sentence, sentences[at - 1]?.topic !== sentence.topic)
        .slice(0, 1)
        .map(({ text, isExact }): Candidate => ({ question: text, isExact, sentence: sentence.text, material })),
    );
  });
  const distinct = random.shuffle([...new Map(found.toReversed().map((one) => [one.question, one])).values()]);
  return [...distinct.filter(({ isExact }) => isExact), ...distinct.filter(({ isExact }) => !isExact)];
}
