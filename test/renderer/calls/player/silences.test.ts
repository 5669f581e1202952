import { expect, it } from 'vitest';
import { findSilenceEnd, findSilences } from '../../../../renderer/calls/player/silences.ts';
import { createSampleTurn } from '../../../helpers/sample-call.ts';

const turns = [
  createSampleTurn('agent', 'a', 4, 2),
  createSampleTurn('user', 'b', 6.5, 3.5),
  createSampleTurn('agent', 'c', 14, 1),
];

it('finds the ringing, long pauses and the end, with a margin around speech', () => {
  expect(findSilences(turns, 18)).toEqual([
    { startSeconds: 0, endSeconds: 3.7 },
    { startSeconds: 10.3, endSeconds: 13.7 },
    { startSeconds: 15.3, endSeconds: 18 },
  ]);
});

it('finds no silence in overlapping turns', () => {
  expect(findSilences([createSampleTurn('agent', 'a', 0, 10), createSampleTurn('user', 'b', 2, 1)], 10.5)).toEqual([]);
});

it('treats a recording without turns as one silence', () => {
  expect(findSilences([], 5)).toEqual([{ startSeconds: 0, endSeconds: 5 }]);
});

it('returns the end of a silence, and null during speech', () => {
  const silences = findSilences(turns, 18);
  expect([1, 3.7, 5, 12, 16].map((seconds) => findSilenceEnd(silences, seconds))).toEqual([3.7, null, null, 13.7, 18]);
});
