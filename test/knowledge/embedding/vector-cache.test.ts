import { expect, test } from 'vitest';
import { embeddingDimensions } from '../../../electron/service/features/knowledge/embedding/model.ts';
import { VectorCache } from '../../../electron/service/features/knowledge/embedding/vector-cache.ts';

/** Embeds a text as its length, and lists the texts. */
function createLengthEmbedder() {
  const embedded: number[] = [];
  return {
    embedded,
    encode: (text: string) => Array.from(text, () => 1),
    embed: async (texts: readonly (readonly number[])[]) => {
      embedded.push(...texts.map(({ length }) => length));
      const vectors = new Float32Array(texts.length * embeddingDimensions);
      texts.forEach(({ length }, index) => (vectors[index * embeddingDimensions] = length));
      return vectors;
    },
  };
}

test('embeds each text once, and returns the vectors in the order of the texts', async () => {
  const embedder = createLengthEmbedder();
  const cache = new VectorCache(embedder);
  const read = async (texts: readonly string[]) => (await cache.embed(texts)).map(([first]) => first);
  expect(await read(['aaa', 'b', 'aaa'])).toEqual([3, 1, 3]);
  expect(await read(['b', 'cc', 'aaa'])).toEqual([1, 2, 3]);
  expect(embedder.embedded).toEqual([3, 1, 2]);
});

test('forgets all texts after a deletion', async () => {
  const embedder = createLengthEmbedder();
  const cache = new VectorCache(embedder);
  await cache.embed(['aaa']);
  cache.clear();
  await cache.embed(['aaa']);
  expect(embedder.embedded).toEqual([3, 3]);
});
