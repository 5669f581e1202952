import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LocalCopies } from '../../../../electron/service/platform/files/bucket/local-copies.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await folder.remove();
});

test('deletes the least recently used copies above the limit, but none that was just used', () => {
  const copies = new LocalCopies(250);
  const paths = ['a', 'b', 'c', 'd'].map((name) => join(folder.path, name));
  const use = (index: number) => copies.use(paths[index] ?? '', 100);
  for (const path of paths) writeFileSync(path, 'x'.repeat(100));
  for (const index of [0, 1, 2]) use(index);
  expect(paths.map((path) => existsSync(path))).toEqual([true, true, true, true]);
  vi.advanceTimersByTime(61_000);
  use(0);
  expect(paths.map((path) => existsSync(path))).toEqual([true, false, true, true]);
  use(3);
  expect(paths.map((path) => existsSync(path))).toEqual([true, false, false, true]);
  copies.removeAll(join(folder.path, '/'));
  expect(paths.some((path) => existsSync(path))).toBe(false);
});
