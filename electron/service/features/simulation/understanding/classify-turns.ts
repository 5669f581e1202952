// Public: other features may import this file.
import type { Embedder } from '../../knowledge/embedding/embedder.ts';
import { embeddingDimensions } from '../../knowledge/embedding/model.ts';
import { createTurnFeatures } from './turn-features.ts';
import { turnMeanings, turnTerms, turnWeights } from './turn-weights.ts';

/** What a part of a turn means. `other` is none of the others, such as an answer to an open question. */
export type TurnMeaning = (typeof turnMeanings)[number];

/** A part with one of these is about the call, and not about its subject. */
export const conversationMeanings = [
  'person',
  'busy',
  'repeat',
  'who',
  'robot',
  'source',
  'greeting',
  'distrust',
  'send',
  'withhold',
] as const satisfies readonly TurnMeaning[];

export type ClassifiedPart = {
  readonly text: string;
  /** The most probable meaning. */
  readonly meaning: TurnMeaning;
  readonly probabilities: Readonly<Record<TurnMeaning, number>>;
};

/** Classifies parts of turns. The first call loads the model. */
export type ClassifyTurns = (parts: readonly string[]) => Promise<readonly ClassifiedPart[]>;

/** Returns a classifier with the built-in search model: a linear model on the vector and the words of a text. */
export function createTurnClassifier(embedder: Pick<Embedder, 'embed' | 'encode' | 'wordVector'>): ClassifyTurns {
  let classify: ((text: string, vector: Float32Array) => ClassifiedPart) | undefined;
  return async (parts) => {
    const vectors = await embedder.embed(
      parts.map((part) => embedder.encode(part)),
      { priority: 'interactive' },
    );
    classify ??= createLinearModel(embedder);
    const model = classify;
    return parts.map((text, index) =>
      model(text, vectors.subarray(index * embeddingDimensions, (index + 1) * embeddingDimensions)),
    );
  };
}

function createLinearModel({ wordVector }: Pick<Embedder, 'wordVector'>) {
  const toFeatures = createTurnFeatures({ terms: turnTerms, wordVector });
  const rows = turnMeanings.map((_, index) => readRow(index));
  return (text: string, vector: Float32Array): ClassifiedPart => {
    const features = toFeatures(text, vector);
    const sums = rows.map(({ scale, integers }) => {
      let sum = 0;
      for (let i = 0; i < integers.length; i++) sum += (integers[i] ?? 0) * (features[i] ?? 0);
      return sum * scale;
    });
    const highest = Math.max(...sums);
    const odds = sums.map((sum) => Math.exp(sum - highest));
    const total = odds.reduce((sum, value) => sum + value, 0);
    const entries = turnMeanings.map((meaning, index) => [meaning, (odds[index] ?? 0) / total] as const);
    return {
      text,
      meaning: turnMeanings[sums.indexOf(highest)] ?? 'other',
      probabilities: Object.fromEntries(entries) as Record<TurnMeaning, number>, // has each meaning once
    };
  };
}

function readRow(index: number): { readonly scale: number; readonly integers: Int8Array } {
  const { scale, integers } = turnWeights[index] ?? { scale: 0, integers: '' };
  return { scale, integers: Int8Array.from(Buffer.from(integers, 'base64')) };
}
