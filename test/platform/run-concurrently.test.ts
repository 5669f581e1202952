import { expect, test } from 'vitest';
import { runConcurrently } from '../../electron/service/platform/run-concurrently.ts';

test('runs at most as many at a time as are allowed, and each item once', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await runConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    done.push(item);
  });
  expect(most).toBe(3);
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('starts nothing after an error, and rejects when what was started has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const started: number[] = [];
  let hasEnded = false;
  const run = runConcurrently([1, 2, 3, 4], 2, async (item) => {
    started.push(item);
    if (item === 1) throw new Error('The first failed.');
    await promise;
    hasEnded = true;
  });
  const result = expect(run).rejects.toThrow('The first failed.');
  resolve();
  await result;
  expect(hasEnded).toBe(true);
  expect(started).toEqual([1, 2]);
});
