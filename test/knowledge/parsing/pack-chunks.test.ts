import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTableFinder } from '../../../electron/service/features/knowledge/find-tables.ts';
import { packChunks } from '../../../electron/service/features/knowledge/parsing/pack-chunks.ts';
import { loadTokenizer, maxTextTokens } from '../../../electron/service/features/knowledge/tokenizer.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';

const tokenizer = loadTokenizer();
const noContext = { title: null, heading: null, tables: [] };
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
      const chunks = packChunks(whole, { ...noContext, heading }, tokenizer);
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
    { ...noContext, title: 'Money', heading: 'Refunds' },
    tokenizer,
  );
  expect(first?.tokenIds).toEqual(tokenizer.encode(`Money ${first?.text}`));
  expect(second?.text).toMatch(/^(?:They|It)/);
  expect(second?.tokenIds).toEqual(tokenizer.encode(`Money Refunds ${second?.text}`));
});

test('truncates a long title and heading', () => {
  const context = { ...noContext, title: 'word '.repeat(100), heading: 'name '.repeat(100) };
  const [chunk] = packChunks('A passage.', context, tokenizer);
  expect(chunk?.tokenIds.length).toBe(24 + 24 + tokenizer.count('A passage.'));
});

describe('a table', () => {
  /** Returns the chunks of a document with these sections. */
  const packSections = (...sections: readonly string[]) => {
    const findTables = createTableFinder();
    return sections.flatMap((section) =>
      packChunks(section, { ...noContext, tables: findTables(section) }, tokenizer).map((chunk) => chunk.text),
    );
  };
  const listRows = (count: number, separator: string) =>
    Array.from({ length: count }, (_, index) =>
      [`Plan number ${index}`, `${index}0 Mbps`, `$${index}9.00`].join(separator),
    );

  test.each([
    ['of a DOCX file', ' | '],
    ['of a PDF', '\t'],
    ['of a CSV file', ','],
    ['of a CSV file with semicolons', ';'],
  ])('%s has its header in each chunk, and each row once', (_, separator) => {
    const header = ['Plan', 'Speed', 'Monthly price'].join(separator);
    const rows = listRows(60, separator);
    const chunks = packSections(`Our plans.\n\n${header}\n${rows.join('\n')}\n\nPrices include tax.`);
    expect(chunks.length).toBeGreaterThan(4);
    for (const chunk of chunks.filter((one) => one.includes('Mbps'))) expect(chunk.split(header)).toHaveLength(2);
    const lines = chunks.flatMap((chunk) => chunk.split('\n'));
    expect(lines.filter((line) => line.includes('Mbps'))).toEqual(rows);
  });

  test('that continues on the next page keeps its header', () => {
    const [first = '', ...others] = listRows(40, '\t');
    const chunks = packSections(
      `Plan\tSpeed\tMonthly price\n${first}\n\nNorthwind prices, page 1`,
      `${others.join('\n')}\n\nEnd.`,
    );
    for (const chunk of chunks) expect(chunk).toMatch(/^Plan\tSpeed\tMonthly price\n/);
  });

  test('keeps the sentences of a row together', () => {
    const rows = Array.from(
      { length: 30 },
      (_, index) => `Step ${index} | Wait. Then press the key. Wait again. | ${index}`,
    );
    for (const chunk of packSections(`Step | What to do | Minutes\n${rows.join('\n')}`))
      for (const line of chunk.split('\n').slice(1)) expect(rows).toContain(line);
  });

  test('keeps the empty cells at the start of rows, and of the header', () => {
    const rows = Array.from({ length: 60 }, (_, index) => `\tGuest ${index}, who stays for a week\t${index} EUR`);
    const chunks = packSections(`\tGuest\tPrice\n${rows.join('\n')}`);
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) {
      const [header, ...lines] = chunk.split('\n');
      expect(header).toBe('\tGuest\tPrice');
      for (const line of lines) expect(rows).toContain(line);
    }
  });

  test.each([
    ['without a header', 'Monday | 9 to 5\nTuesday | 9 to 5\nFriday | 10 to 4'],
    [
      'of prose with commas',
      'We sell apples, pears, and plums.\nWe buy lemons, limes, and figs.\nWe eat it all, at home, at once.\nWe like nuts, dates, and 3 figs.',
    ],
  ])('%s gets none', (_, lines) => {
    expect(createTableFinder()(lines)).toEqual([]);
  });

  test('with a header that is too long for a chunk gets none', () => {
    const header = Array.from(
      { length: 30 },
      (_, column) => `Measurement ${'abcdefghijklmnopqrstuvwxyzabcdef'[column]}`,
    );
    const row = header.map((_, column) => column * 7);
    const chunks = packSections(
      [header, ...Array.from({ length: 20 }, () => row)].map((cells) => cells.join(' | ')).join('\n'),
    );
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks.slice(1)) expect(chunk).not.toContain('Measurement');
  });
});
