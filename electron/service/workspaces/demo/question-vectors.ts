import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listOpenQuestions, listQuestionTexts, storeQuestionEmbedding } from '../../features/insights/gap-queries.ts';
import type { Database } from '../../platform/db/database.ts';

/** The shipped vectors of the questions that callers of the demo ask and its documents do not answer. */
export type QuestionVectors = {
  /** The fingerprint of the model that computed the vectors. */
  readonly model: string;
  readonly questions: readonly {
    /** Without introductory words. */
    readonly question: string;
    /** The turns in which it is asked. */
    readonly texts: readonly string[];
    /** One signed byte per dimension, in base64. */
    readonly vector: string;
  }[];
};

const path = fileURLToPath(new URL('./conversations/question-vectors.json', import.meta.url));

export function readQuestionVectors(): QuestionVectors {
  return JSON.parse(readFileSync(path, 'utf8')) as QuestionVectors; // a shipped file, checked by question-vectors.test.ts
}

/** Rounds a vector to bytes. Its direction changes by less than a degree. */
export function serializeQuestionVector(vector: Float32Array): string {
  const largest = Math.max(...vector.map(Math.abs));
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / largest) * 127)).buffer).toString('base64');
}

/** Returns a vector of unit length. */
export function deserializeQuestionVector(text: string): Float32Array {
  const bytes = Int8Array.from(Buffer.from(text, 'base64'), (byte) => (byte << 24) >> 24);
  const length = Math.hypot(...bytes);
  return Float32Array.from(bytes, (value) => value / length);
}

/** Stores the vectors of the questions in the demo's calls, so that none is to be embedded. Call it in a transaction. */
export function seedQuestionVectors(
  db: Database,
  { orgId, now }: { readonly orgId: string; readonly now: number },
): void {
  const { model, questions } = readQuestionVectors();
  const embeddings = new Map(
    questions.flatMap(({ texts, vector }) => {
      const embedding = new Uint8Array(deserializeQuestionVector(vector).buffer);
      return texts.map((text) => [text, embedding] as const);
    }),
  );
  const scope = { orgId, fromMs: 0, toMs: now, agent: undefined };
  for (const { turn, text } of listQuestionTexts(db, listOpenQuestions(db, scope, Number.MAX_SAFE_INTEGER))) {
    const embedding = embeddings.get(text);
    if (embedding) storeQuestionEmbedding(db, turn, model, embedding);
  }
}
