import { expect, it } from 'vitest';
import { createRulerTicks } from '../../../../../../renderer/features/calls/call/waveform/time-ruler.tsx';

it('labels round times, as many as fit', () => {
  const labels = (from: number, to: number) =>
    createRulerTicks(from, to, 6).flatMap(({ seconds, isLabeled }) => (isLabeled ? [seconds] : []));
  expect(labels(0, 5)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(labels(0, 130)).toEqual([0, 30, 60, 90, 120]);
  expect(labels(1234, 1290)).toEqual([1240, 1250, 1260, 1270, 1280, 1290]);
  expect(labels(0, 3600)).toEqual([0, 600, 1200, 1800, 2400, 3000, 3600]);
});

it('limits the number of ticks for any duration', () => {
  for (const span of [0.5, 42, 599, 3600, 12_000]) expect(createRulerTicks(17, 17 + span, 12).length).toBeLessThan(75);
});
