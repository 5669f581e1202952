import { afterEach, expect, it, vi } from 'vitest';
import { createRefresher } from '../../../renderer/data/create-refresher.ts';
import { waitFor } from '../../helpers/clock/wait-for.ts';

afterEach(() => void vi.useRealTimers());

it('refreshes once more for all calls during a refresh', async () => {
  const finish: (() => void)[] = [];
  const refresh = createRefresher(() => new Promise<void>((resolve) => finish.push(resolve)));
  refresh();
  refresh();
  refresh();
  expect(finish).toHaveLength(1);
  finish[0]?.();
  await waitFor(() => expect(finish).toHaveLength(2), 1);
  finish[1]?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(finish).toHaveLength(2);
});

it('continues after a failed refresh', async () => {
  let runs = 0;
  const refresh = createRefresher(() => Promise.reject(new Error(`run ${(runs += 1)}`)));
  refresh();
  await waitFor(() => {
    refresh();
    expect(runs).toBeGreaterThan(1);
  });
});

it('waits for the minimum interval between two refreshes', async () => {
  vi.useFakeTimers();
  let runs = 0;
  const refresh = createRefresher(() => Promise.resolve((runs += 1)), 250);
  refresh();
  await vi.advanceTimersByTimeAsync(0);
  refresh();
  refresh();
  await vi.advanceTimersByTimeAsync(249);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(2);
});
