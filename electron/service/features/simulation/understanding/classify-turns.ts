// Public: other features may import this file.
import type { Embedder } from '../../knowledge/embedding/embedder.ts';
import { embeddingDimensions } from '../../knowledge/embedding/model.ts';
import { createTurnFeatures } from './turn-features.ts';
import { turnMeanings, turnTerms, turnWeights } from './turn-weights.ts';
import { yesNoTerms, yesNoWeights } from './yes-no-weights.ts';

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

/** How probably an answer to a question says yes, and no. */
export type YesNoProbabilities = { readonly yes: number; readonly no: number };

export type TurnClassifier = {
  /** Classifies parts of turns. The first call loads the model. */
  readonly classify: (parts: readonly string[]) => Promise<readonly ClassifiedPart[]>;
  /** Judges a turn as an answer to a question for yes or no: "the landlord won't allow it". */
  readonly judgeAnswer: (answer: string) => Promise<YesNoProbabilities>;
};

/** Returns a classifier with the built-in search model: linear models on the vector and the words of a text. */
export function createTurnClassifier(embedder: Pick<Embedder, 'embed' | 'encode' | 'wordVector'>): TurnClassifier {
  let turnModel: LinearModel | undefined;
  let yesNoModel: LinearModel | undefined;
  const embed = (texts: readonly string[]) =>
    embedder.embed(
      texts.map((text) => embedder.encode(text)),
      { priority: 'interactive' },
    );
  return {
    classify: async (parts) => {
      const vectors = await embed(parts);
      turnModel ??= createLinearModel(embedder, turnTerms, turnWeights);
      const computeShares = turnModel;
      return parts.map((text, index) => {
        const vector = vectors.subarray(index * embeddingDimensions, (index + 1) * embeddingDimensions);
        const shares = computeShares(text, vector);
        const entries = turnMeanings.map((meaning, at) => [meaning, shares[at] ?? 0] as const);
        return {
          text,
          meaning: turnMeanings[shares.indexOf(Math.max(...shares))] ?? 'other',
          probabilities: Object.fromEntries(entries) as Record<TurnMeaning, number>, // has each meaning once
        };
      });
    },
    judgeAnswer: async (answer) => {
      const vector = await embed([answer]);
      yesNoModel ??= createLinearModel(embedder, yesNoTerms, yesNoWeights);
      const [yes = 0, no = 0] = yesNoModel(answer, vector);
      return { yes, no };
    },
  };
}

/** Returns the probability of each class of a text. */
type LinearModel = (text: string, vector: Float32Array) => readonly number[];

type StoredRow = { readonly scale: number; readonly integers: string };

function createLinearModel(
  { wordVector }: Pick<Embedder, 'wordVector'>,
  terms: readonly string[],
  stored: readonly StoredRow[],
): LinearModel {
  const toFeatures = createTurnFeatures({ terms, wordVector });
  const rows = stored.map(({ scale, integers }) => ({
    scale,
    integers: Int8Array.from(Buffer.from(integers, 'base64')),
  }));
  return (text, vector) => {
    const features = toFeatures(text, vector);
    const sums = rows.map(({ scale, integers }) => {
      let sum = 0;
      for (let i = 0; i < integers.length; i++) sum += (integers[i] ?? 0) * (features[i] ?? 0);
      return sum * scale;
    });
    const highest = Math.max(...sums);
    const odds = sums.map((sum) => Math.exp(sum - highest));
    const total = odds.reduce((sum, value) => sum + value, 0);
    return odds.map((value) => value / total);
  };
}
