import { embeddingDimensions } from '../embedding/model.ts';
import type { Embedder } from '../embedding/embedder.ts';

/** Returns the cosine similarity of each sentence to a question, in the order of the sentences. */
export async function compareSentences(
  embedder: Pick<Embedder, 'embed' | 'encode'>,
  question: string,
  sentences: readonly string[],
): Promise<readonly number[]> {
  if (sentences.length === 0) return [];
  const tokenIds = [question, ...sentences].map((text) => embedder.encode(text));
  const vectors = await embedder.embed(tokenIds, { priority: 'interactive' });
  const queryVector = vectors.subarray(0, embeddingDimensions);
  return sentences.map((_, index) => {
    const start = (index + 1) * embeddingDimensions;
    return vectors
      .subarray(start, start + embeddingDimensions)
      .reduce((sum, value, i) => sum + value * (queryVector[i] ?? 0), 0);
  });
}
