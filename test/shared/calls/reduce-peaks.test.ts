import { expect, it } from 'vitest';
import { reducePeaks } from '../../../shared/calls/reduce-peaks.ts';

it('keeps the maximum of each interval', () => {
  expect(reducePeaks([0.1, 0.9, 0.2, 0.3, 0, 0.4], 3)).toEqual([0.9, 0.3, 0.4]);
  expect(reducePeaks([0.1, 0.9, 0.2, 0.3, 0], 2)).toEqual([0.9, 0.3]);
  expect(reducePeaks([0.1, 0.2], 5)).toEqual([0.1, 0.2]);
  expect(reducePeaks([], 5)).toEqual([]);
});
