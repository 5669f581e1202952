import { expect, it } from 'vitest';
import { findSilenceEnd, findSilences } from '../../../../renderer/calls/player/silences.ts';
import { createSampleTurn } from '../../../helpers/sample-call.ts';

const turns = [
  createSampleTurn('agent', 'a', 4, 2),
  createSampleTurn('user', 'b', 6.5, 3.5),
  createSampleTurn('agent', 'c', 14, 1),
];

it('finds the ringing, long pauses and the end, and leaves a breath around what is said', () => {
  expect(findSilences(turns, 18)).toEqual([
    { startSeconds: 0, endSeconds: 3.7 },
    { startSeconds: 10.3, endSeconds: 13.7 },
    { startSeconds: 15.3, endSeconds: 18 },
  ]);
});

it('takes turns that overlap for talk all the way', () => {
  expect(findSilences([createSampleTurn('agent', 'a', 0, 10), createSampleTurn('user', 'b', 2, 1)], 10.5)).toEqual([]);
});

it('has one silence where nothing was said', () => {
  expect(findSilences([], 5)).toEqual([{ startSeconds: 0, endSeconds: 5 }]);
});

it('goes on where the silence ends, and leaves talk alone', () => {
  const silences = findSilences(turns, 18);
  expect([1, 3.7, 5, 12, 16].map((seconds) => findSilenceEnd(silences, seconds))).toEqual([3.7, null, null, 13.7, 18]);
});
