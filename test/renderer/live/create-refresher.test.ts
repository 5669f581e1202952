import { expect, it, vi } from 'vitest';
import { createRefresher } from '../../../renderer/live/create-refresher.ts';

it('refreshes once more for everything that was asked for meanwhile', async () => {
  const finish: (() => void)[] = [];
  const refresh = createRefresher(() => new Promise<void>((resolve) => finish.push(resolve)));
  refresh();
  refresh();
  refresh();
  expect(finish).toHaveLength(1);
  finish[0]?.();
  await vi.waitFor(() => expect(finish).toHaveLength(2), { interval: 1 });
  finish[1]?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(finish).toHaveLength(2);
});

it('goes on after a refresh that failed', async () => {
  let runs = 0;
  const refresh = createRefresher(() => Promise.reject(new Error(`run ${(runs += 1)}`)));
  refresh();
  await vi.waitFor(() => {
    refresh();
    expect(runs).toBeGreaterThan(1);
  });
});
