import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDataFolder } from '../../../electron/service/open-data-folder.ts';
import { keepLastOverview, takeLastOverview } from '../../../electron/service/platform/files/last-overview.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

it('is private, and given to the host that opens the data folder next, once', () => {
  keepLastOverview(folder.path, '<h2>Ålesund</h2>');
  if (process.platform !== 'win32') expect(statSync(join(folder.path, 'last-overview.html')).mode & 0o777).toBe(0o600);
  const first = openDataFolder(folder.path);
  expect(first.lastOverview).toBe('<h2>Ålesund</h2>');
  expect(readdirSync(folder.path)).not.toContain('last-overview.html');
  first.unlock();
  const second = openDataFolder(folder.path);
  expect(second.lastOverview).toBeNull();
  second.unlock();
});

it('leaves nothing behind if it cannot be stored or read', () => {
  mkdirSync(join(folder.path, 'last-overview.html'));
  expect(() => keepLastOverview(folder.path, '<h2>Bergen</h2>')).toThrow();
  expect(readdirSync(folder.path)).toEqual(['last-overview.html']);
  expect(takeLastOverview(folder.path)).toBeNull();
});

it('removes a file that a crash left unfinished', () => {
  writeFileSync(join(folder.path, 'last-overview.html.new'), '<h2>Ber');
  expect(takeLastOverview(folder.path)).toBeNull();
  expect(readdirSync(folder.path)).toEqual([]);
});
