import { embeddingDimensions } from '../../knowledge/embedding/model.ts';
import { wordDimensions, type WordVectors } from '../../knowledge/embedding/word-vectors.ts';

const maxWords = 60;

/** Scales the parts of a turn's features to similar lengths. */
const textScale = 4;
const wordScale = 2;

/** Returns the words of a turn, and its pairs of words, in lower case and without apostrophes. */
export function listTurnTerms(text: string): ReadonlySet<string> {
  const words = (
    text
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[\p{L}\p{N}]+|\?/gu) ?? []
  ).slice(0, maxWords);
  const pairs = ['^', ...words].map((word, index) => `${word} ${words[index] ?? '$'}`);
  return new Set([...words, ...pairs]);
}

export type TurnFeatureTools = {
  /** The terms that have weights, in their order. */
  readonly terms: readonly string[];
  readonly wordVector: WordVectors;
};

export function countTurnFeatures(terms: readonly string[]): number {
  return embeddingDimensions + wordDimensions + terms.length + 1;
}

/** Returns a function that joins the vector of a turn, the mean vector of its words, and the terms that it contains. */
export function createTurnFeatures({ terms, wordVector }: TurnFeatureTools) {
  const positions = new Map(terms.map((term, index) => [term, embeddingDimensions + wordDimensions + index]));
  return (text: string, vector: Float32Array): Float32Array => {
    const features = new Float32Array(countTurnFeatures(terms));
    features.set(vector.map((value) => value * textScale));
    const words = (text.toLowerCase().match(/\p{L}+/gu) ?? []).slice(0, maxWords);
    for (const word of words)
      wordVector(word).forEach((value, index) => {
        const at = embeddingDimensions + index;
        features[at] = (features[at] ?? 0) + (value * wordScale) / Math.sqrt(words.length);
      });
    for (const term of listTurnTerms(text)) {
      const position = positions.get(term);
      if (position !== undefined) features[position] = 1;
    }
    features[features.length - 1] = 1;
    return features;
  };
}
