import { expect, test } from 'vitest';
import { describeOmissions } from '../../../shared/knowledge/omissions.ts';

test('counts what was not read in one sentence', () => {
  expect(
    describeOmissions([
      { kind: 'diagram', count: 2 },
      { kind: 'form_field', count: 1 },
    ]),
  ).toBe('1 form field and 2 diagrams were not read.');
  expect(describeOmissions([{ kind: 'chart', count: 1 }])).toBe('1 chart was not read.');
  expect(describeOmissions([{ kind: 'unreadable_character', count: 1_200 }])).toBe('1,200 characters were not read.');
});

test.each([
  [[{ first: 3, last: 3 }], 1, 'Page 3 is a scanned image without text.'],
  [[{ first: 3, last: 5 }], 3, 'Pages 3 to 5 are scanned images without text.'],
  [
    [
      { first: 3, last: 4 },
      { first: 8, last: 8 },
    ],
    3,
    'Pages 3, 4 and 8 are scanned images without text.',
  ],
  [[{ first: 1, last: 9 }], 1_011, 'Pages 1 to 9 and 1,002 more are scanned images without text.'],
  [[], 2, '2 pages are scanned images without text.'],
  [undefined, 1, '1 page is a scanned image without text.'],
])('names the pages %j of %i scanned pages', (pages, count, sentence) => {
  expect(describeOmissions([{ kind: 'scanned_page', count, ...(pages && { pages }) }])).toBe(sentence);
});

test('separates what was not read, what may be wrong and what a reader does not see', () => {
  expect(
    describeOmissions([
      { kind: 'struck_text', count: 2 },
      { kind: 'comment', count: 1 },
      { kind: 'uncertain_encoding', count: 1 },
      { kind: 'uncertain_table', count: 1 },
      { kind: 'scanned_page', count: 1, pages: [{ first: 2, last: 2 }] },
      { kind: 'chart', count: 1 },
    ]),
  ).toBe(
    '1 chart was not read. Page 2 is a scanned image without text. 1 table may have been read wrongly. Some letters may be wrong, ' +
      'because the file does not say how they are encoded. 2 passages of struck out text and 1 comment were left out.',
  );
  expect(describeOmissions([])).toBe('');
});
