import type { Material, RehearsalKnowledge } from './knowledge-port.ts';
import { coverWords, lookUp } from './look-up.ts';
import { makeQuestions } from './make-question.ts';
import { toPlainSpeech } from './plain-speech.ts';
import type { Random } from './seeded-random.ts';
import { readSpeakable } from './speakable-sentences.ts';
import { unanswerable } from './wording/unanswerable-questions.ts';

type Candidate = { readonly question: string; readonly sentence: string; readonly material: Material };

export type Chosen = { readonly question: string; readonly documentId: string | null };

/** Each try is a search; a call is made in well under a second. */
const triesMax = 14;

/**
 * Questions that the documents answer, the first out of the newest: only those that the agent will answer from the very
 * sentence that they were made of.
 */
export async function chooseQuestions(
  knowledge: RehearsalKnowledge,
  count: number,
  random: Random,
): Promise<readonly Chosen[]> {
  const chosen: Chosen[] = [];
  const answers = new Set<string>();
  let tries = 0;
  for (const candidate of listCandidates(knowledge.listMaterial(), random)) {
    if (chosen.length >= count || tries >= triesMax) break;
    if (chosen.some(({ question }) => coverWords(candidate.question, question) > 0.5)) continue;
    tries += 1;
    const finding = await lookUp(candidate.question, knowledge);
    const answer = finding.sentences.join(' ');
    const isOwn =
      finding.passage?.document_id === candidate.material.document_id && answer.includes(candidate.sentence);
    if (!finding.isKnown || !isOwn || answers.has(answer)) continue;
    answers.add(answer);
    chosen.push({ question: candidate.question, documentId: candidate.material.document_id });
  }
  return chosen;
}

/** Something that no document answers; null where all of a few tries are answered. */
export async function chooseUnanswerable(knowledge: RehearsalKnowledge, random: Random): Promise<Chosen | null> {
  for (const question of random.shuffle(unanswerable).slice(0, 4)) {
    const finding = await lookUp(question, knowledge);
    if (!finding.isKnown) return { question, documentId: null };
  }
  return null;
}

/** First some of the newest document, then of all others in turn, so that no long one has the say. */
function* listCandidates(material: readonly Material[], random: Random): Generator<Candidate> {
  const documents = new Map<string, Material[]>();
  for (const one of material) documents.set(one.document_id, [...(documents.get(one.document_id) ?? []), one]);
  const [newest, ...others] = [...documents.values()].map((chunks, at) =>
    readCandidates(chunks, random.split(`document ${at}`)),
  );
  if (newest === undefined) return;
  const fromNewest = newest.slice(0, 6);
  yield* fromNewest;
  const rest = [...random.shuffle(others), newest.slice(6)];
  for (let turn = 0; rest.some((candidates) => turn < candidates.length); turn += 1)
    for (const candidates of rest) {
      const candidate = candidates[turn];
      if (candidate) yield candidate;
    }
}

function readCandidates(chunks: readonly Material[], random: Random): readonly Candidate[] {
  const found = chunks.flatMap((material) =>
    readSpeakable(material.text).flatMap((sentence) =>
      makeQuestions(sentence)
        .slice(0, 1)
        .map((question) => ({ question: toPlainSpeech(question, 160), sentence: sentence.text, material })),
    ),
  );
  const distinct = [...new Map(found.toReversed().map((one) => [one.question, one])).values()];
  return random.shuffle(distinct);
}
