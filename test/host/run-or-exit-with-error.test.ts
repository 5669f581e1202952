import { afterEach, expect, test, vi } from 'vitest';
import { runOrExitWithError } from '../../electron/host/run-or-exit-with-error.ts';
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
