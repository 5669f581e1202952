import { expect, test } from 'vitest';
import { VectorCache } from '../../../electron/service/features/knowledge/embedding/vector-cache.ts';

const dimensions = 16;

/** Embeds a text as its length, and lists the texts with their roles. */
function createLengthModel() {
  const embedded: string[] = [];
  return {
    embedded,
    dimensions,
    embed: async (texts: readonly { readonly text: string }[], { role }: { readonly role: string }) => {
      embedded.push(...texts.map(({ text }) => `${role} ${text}`));
      const vectors = new Float32Array(texts.length * dimensions);
      texts.forEach(({ text }, index) => (vectors[index * dimensions] = text.length));
      return vectors;
    },
  };
}

test('embeds each text once, and returns the vectors in the order of the texts', async () => {
  const model = createLengthModel();
  const cache = new VectorCache(model);
  const read = async (texts: readonly string[]) => (await cache.embed(texts, 'passage')).map(([first]) => first);
  expect(await read(['aaa', 'b', 'aaa'])).toEqual([3, 1, 3]);
  expect(await read(['b', 'cc', 'aaa'])).toEqual([1, 2, 3]);
  expect(model.embedded).toEqual(['passage aaa', 'passage b', 'passage cc']);
});

test('embeds a text again as a question, because questions can have another prefix', async () => {
  const model = createLengthModel();
  const cache = new VectorCache(model);
  await cache.embed(['aaa'], 'passage');
  await cache.embed(['aaa'], 'question');
  expect(model.embedded).toEqual(['passage aaa', 'question aaa']);
});

test('forgets all texts after a deletion', async () => {
  const model = createLengthModel();
  const cache = new VectorCache(model);
  await cache.embed(['aaa'], 'passage');
  cache.clear();
  await cache.embed(['aaa'], 'passage');
  expect(model.embedded).toEqual(['passage aaa', 'passage aaa']);
});
