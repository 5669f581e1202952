import { expect, test } from 'vitest';
import { TextCache } from '../../../electron/service/features/knowledge/embedding/text-cache.ts';
import { embedEach } from '../../../electron/service/features/knowledge/embedding/text-embedder.ts';

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
  const cache = new TextCache((texts, role) => embedEach(model, texts, role));
  const read = async (texts: readonly string[]) => (await cache.read(texts, 'passage')).map(([first]) => first);
  expect(await read(['aaa', 'b', 'aaa'])).toEqual([3, 1, 3]);
  expect(await read(['b', 'cc', 'aaa'])).toEqual([1, 2, 3]);
  expect(model.embedded).toEqual(['passage aaa', 'passage b', 'passage cc']);
});

test('embeds a text again as a question, because questions can have another prefix', async () => {
  const model = createLengthModel();
  const cache = new TextCache((texts, role) => embedEach(model, texts, role));
  await cache.read(['aaa'], 'passage');
  await cache.read(['aaa'], 'question');
  expect(model.embedded).toEqual(['passage aaa', 'question aaa']);
});

test('forgets all texts after a deletion', async () => {
  const model = createLengthModel();
  const cache = new TextCache((texts, role) => embedEach(model, texts, role));
  await cache.read(['aaa'], 'passage');
  cache.clear();
  await cache.read(['aaa'], 'passage');
  expect(model.embedded).toEqual(['passage aaa', 'passage aaa']);
});

test('forgets the texts that were not used for the longest time when it is full', async () => {
  const computed: string[] = [];
  const cache = new TextCache(async (texts) => {
    computed.push(...texts);
    return texts.map(() => new Float32Array(1_500_000)); // two of them fill it
  });
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.read([text], 'passage');
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});
