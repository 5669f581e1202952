import { expect, it } from 'vitest';
import { formatRate, findNextRate } from '../../../../renderer/calls/player/playback-rates.ts';

it('steps through the speeds and stays at either end', () => {
  expect([findNextRate(1, 1), findNextRate(1, -1), findNextRate(3, 1), findNextRate(0.5, -1)]).toEqual([
    1.25, 0.75, 3, 0.5,
  ]);
  expect(formatRate(0.75)).toBe('0.75×');
});
