import { expect, it } from 'vitest';
import { findSilenceEnd, findSilences } from '../../../../../renderer/features/recordings/player/silences.ts';
import { createSampleTurn } from '../../../../helpers/components/sample-call.ts';

const turns = [
  createSampleTurn('agent', 'a', 4, 2),
  createSampleTurn('user', 'b', 8.5, 1.5),
  createSampleTurn('agent', 'c', 14, 1),
];

it('finds pauses over three seconds and the end, with a margin around speech, but not the ringing', () => {
  expect(findSilences(turns, 18)).toEqual([
    { startSeconds: 10.3, endSeconds: 13.7 },
    { startSeconds: 15.3, endSeconds: 18 },
  ]);
});

it('finds no silence in overlapping turns', () => {
  expect(findSilences([createSampleTurn('agent', 'a', 0, 10), createSampleTurn('user', 'b', 2, 1)], 12.5)).toEqual([]);
});

it('finds no silence in a recording without turns, whose speech is unknown', () => {
  expect(findSilences([], 5)).toEqual([]);
});

it('returns the end of a silence, and null during speech', () => {
  const silences = findSilences(turns, 18);
  expect([1, 5, 7, 12, 16].map((seconds) => findSilenceEnd(silences, seconds))).toEqual([null, null, null, 13.7, 18]);
});
