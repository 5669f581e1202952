import { expect, it } from 'vitest';
import { findTranscriptMatches } from '../../../../../renderer/features/calls/call/find-transcript-matches.ts';

const texts = ['What does it cost to cancel? (A lot.)', 'Cancelling costs 10 a month.', '<mark>CANCEL</mark>'];

it('finds the exact text in any case, in order', () => {
  expect(findTranscriptMatches(texts, 'cancel')).toEqual([
    { turnIndex: 0, start: 21, end: 27 },
    { turnIndex: 1, start: 0, end: 6 },
    { turnIndex: 2, start: 6, end: 12 },
  ]);
});

it('treats special characters literally and any whitespace as equal', () => {
  expect(findTranscriptMatches(texts, '(A  lot.)')).toEqual([{ turnIndex: 0, start: 29, end: 37 }]);
  expect(findTranscriptMatches(texts, '.*')).toEqual([]);
});

it('falls back to other forms of the words if the phrase does not occur', () => {
  expect(findTranscriptMatches(texts, 'cancelled month')).toEqual([
    { turnIndex: 0, start: 21, end: 27 },
    { turnIndex: 1, start: 0, end: 10 },
    { turnIndex: 1, start: 22, end: 27 },
    { turnIndex: 2, start: 6, end: 12 },
  ]);
});

it('finds nothing for a blank query', () => {
  expect(findTranscriptMatches(texts, '  ')).toEqual([]);
});
