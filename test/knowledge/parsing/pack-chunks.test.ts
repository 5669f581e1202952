import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packChunks } from '../../../electron/service/features/knowledge/parsing/pack-chunks.ts';
import { loadTokenizer, maxTextTokens } from '../../../electron/service/features/knowledge/tokenizer.ts';
import { chooseFuzzRuns } from '../../helpers/fuzz-runs.ts';

const tokenizer = loadTokenizer();
const noContext = { title: null, heading: null };
const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '');

const word = fc.oneof(
  fc.constantFrom(
    'Refunds',
    'are',
    'paid',
    'within',
    'thirty',
    'days.',
    'Really?',
    'Yes!',
    'e.g.',
    '営業時間は九時です。',
    '👩‍👩‍👧',
    '\u200b',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.integer({ min: 1, max: 3000 }).map((length) => 'x1,'.repeat(length).slice(0, length)),
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '\n', '\n\n', '\t', '')), { maxLength: 300 })
  .map((parts) => parts.flat().join(''));

test('puts each character in exactly one chunk, and chunks fit the window of the model', () => {
  fc.assert(
    fc.property(text, fc.option(fc.constantFrom('Refunds', 'Opening hours of our shops')), (whole, heading) => {
      const chunks = packChunks(whole, { title: null, heading }, tokenizer);
      expect(chunks.map((chunk) => withoutSpace(chunk.text)).join('')).toBe(withoutSpace(whole));
      for (const chunk of chunks) {
        expect(chunk.tokenIds.length).toBeLessThanOrEqual(maxTextTokens);
        expect(chunk.text.trim()).not.toBe('');
        expect(chunk.tokenIds.slice(chunk.tokenIds.length - tokenizer.count(chunk.text))).toEqual(
          tokenizer.encode(chunk.text),
        );
      }
    }),
    { numRuns: chooseFuzzRuns({ perCommit: 20, long: 1_000 }) },
  );
});

test('ends chunks at the end of sentences', () => {
  const sentence = 'Our customers may return every article within thirty days of the purchase. ';
  for (const { text: passage } of packChunks(sentence.repeat(60), noContext, tokenizer))
    expect(passage).toMatch(/^Our .*purchase\.$/s);
});

test('merges a very small last chunk', () => {
  const sentence = 'Our customers may return every article within thirty days of the purchase. ';
  const chunks = packChunks(`${sentence.repeat(10)} Thanks.`, noContext, tokenizer);
  expect(chunks.at(-1)?.tokenIds.length).toBeGreaterThan(32);
});

test('embeds the title and heading with each passage, and returns the passage alone', () => {
  const paragraph = 'They are paid to the card that was used. It takes five days until the bank shows them. ';
  const [first, second] = packChunks(
    `Refunds\n\n${paragraph.repeat(10)}`,
    { title: 'Money', heading: 'Refunds' },
    tokenizer,
  );
  expect(first?.tokenIds).toEqual(tokenizer.encode(`Money ${first?.text}`));
  expect(second?.text).toMatch(/^(?:They|It)/);
  expect(second?.tokenIds).toEqual(tokenizer.encode(`Money Refunds ${second?.text}`));
});

test('truncates a long title and heading', () => {
  const [chunk] = packChunks('A passage.', { title: 'word '.repeat(100), heading: 'name '.repeat(100) }, tokenizer);
  expect(chunk?.tokenIds.length).toBe(24 + 24 + tokenizer.count('A passage.'));
});
