import { expect, it } from 'vitest';
import { findTranscriptMatches } from '../../../../renderer/calls/call/find-transcript-matches.ts';

const texts = ['What does it cost to cancel? (A lot.)', 'Cancelling costs 10 a month.', '<mark>CANCEL</mark>'];

it('finds what is written, in any case, in order', () => {
  expect(findTranscriptMatches(texts, 'cancel')).toEqual([
    { turn: 0, start: 21, end: 27 },
    { turn: 1, start: 0, end: 6 },
    { turn: 2, start: 6, end: 12 },
  ]);
});

it('takes signs for signs and any blank for a blank', () => {
  expect(findTranscriptMatches(texts, '(A  lot.)')).toEqual([{ turn: 0, start: 29, end: 37 }]);
  expect(findTranscriptMatches(texts, '.*')).toEqual([]);
});

it('falls back to the forms of the words where the phrase is nowhere', () => {
  expect(findTranscriptMatches(texts, 'cancelled month')).toEqual([
    { turn: 0, start: 21, end: 27 },
    { turn: 1, start: 0, end: 10 },
    { turn: 1, start: 22, end: 27 },
    { turn: 2, start: 6, end: 12 },
  ]);
});

it('finds nothing for nothing', () => {
  expect(findTranscriptMatches(texts, '  ')).toEqual([]);
});
