import { afterEach, expect, test, vi } from 'vitest';
import { closeOnSignal, runOrExitWithError } from '../../electron/host/run-or-exit-with-error.ts';
import { limits } from '../../shared/contract/limits.ts';
import { Problem } from '../../shared/contract/problems.ts';

const fullDiskText = 'The disk is full. Nothing was changed; free some space and try again.\n';

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

test.each([
  ['of the file system', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['of SQLite', Object.assign(new Error('database or disk is full'), { errcode: 13 })],
  ['with SQLite’s error as its cause', new Error('failed', { cause: Object.assign(new Error(), { errcode: 13 }) })],
  ['that is a problem', new Problem('storage_full', fullDiskText.trimEnd())],
])('a full disk is printed as one line, for an error %s', async (_, error) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await runOrExitWithError(() => Promise.reject(error));
  expect(write.mock.calls).toEqual([[fullDiskText]]);
  expect(process.exitCode).toBe(1);
});

test('an error that the user cannot fix is thrown', async () => {
  const mistake = new TypeError('undefined is not a function');
  await expect(runOrExitWithError(() => Promise.reject(mistake))).rejects.toBe(mistake);
});

test('a close that takes too long ends the process, which says so', () => {
  vi.useFakeTimers();
  const on = vi.spyOn(process, 'on').mockReturnValue(process);
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never); // the test must not end
  closeOnSignal(() => new Promise(() => {}));
  for (const [, stop] of on.mock.calls) stop();
  vi.advanceTimersByTime(limits.closeMs - 1);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit.mock.calls).toEqual([[1]]);
  expect(log.mock.calls).toEqual([[`The service was not closed within ${limits.closeMs} ms.`]]);
  vi.useRealTimers();
});
