import { embeddingDimensions } from './embedding/model.ts';
import type { Embedder } from './embedding/embedder.ts';
import { loadTokenizer } from './tokenizer.ts';

/** The cosine of each sentence to a question, in the order of the sentences. */
export async function compareSentences(
  embedder: Pick<Embedder, 'embed'>,
  question: string,
  sentences: readonly string[],
): Promise<readonly number[]> {
  if (sentences.length === 0) return [];
  const tokenizer = loadTokenizer();
  const ids = [question, ...sentences].map((text) => tokenizer.encode(text));
  const vectors = await embedder.embed(ids, { priority: 'interactive' });
  const asked = vectors.subarray(0, embeddingDimensions);
  return sentences.map((_, at) => {
    const start = (at + 1) * embeddingDimensions;
    return vectors
      .subarray(start, start + embeddingDimensions)
      .reduce((sum, value, i) => sum + value * (asked[i] ?? 0), 0);
  });
}
