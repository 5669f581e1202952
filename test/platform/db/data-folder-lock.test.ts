import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DataFolderError } from '../../../electron/service/platform/db/data-folder-lock.ts';
import { lockDataFolder } from '../../../electron/service/platform/db/data-folder-lock.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});

afterEach(() => folder.remove());

const moduleUrl = new URL('../../../electron/service/platform/db/data-folder-lock.ts', import.meta.url).href;

/** Starts another process that locks the folder until it is killed. */
async function holdElsewhere(dataDir: string) {
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(moduleUrl)});
    globalThis.kept = lockDataFolder(${JSON.stringify(dataDir)});
    process.stdout.write('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

it('creates the folder and its missing parents', () => {
  const lock = lockDataFolder(join(folder.path, 'a', 'b'));
  lock.release();
});

it('rejects a second holder until the first releases the lock', () => {
  const lock = lockDataFolder(folder.path);
  expect(() => lockDataFolder(folder.path)).toThrow(`is in use by process ${process.pid}.`);
  lock.release();
  lockDataFolder(folder.path).release();
});

it('names the other process, and is released when that process is killed', async () => {
  const other = await holdElsewhere(folder.path);
  expect(() => lockDataFolder(folder.path)).toThrow(`is in use by process ${other.pid}.`);
  other.kill('SIGKILL');
  await once(other, 'exit');
  lockDataFolder(folder.path).release();
});

it('throws if the folder cannot be created', async () => {
  await writeFile(join(folder.path, 'file'), '');
  expect(() => lockDataFolder(join(folder.path, 'file', 'data'))).toThrow(DataFolderError);
  expect(() => lockDataFolder(join(folder.path, 'file', 'data'))).toThrow('is not writable (ENOTDIR)');
});

it.each(['in-use.lock', 'in-use.db'])('stays locked if the file %s is deleted', async (name) => {
  const lock = lockDataFolder(folder.path);
  await rm(join(folder.path, name));
  expect(() => lockDataFolder(folder.path)).toThrow(`is in use by process ${process.pid}.`);
  lock.release();
  lockDataFolder(folder.path).release();
});
