import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DataFolderError, lockDataFolder } from '../../../electron/service/platform/db/data-folder-lock.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/temporary-folder.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});

afterEach(() => folder.remove());

const moduleUrl = new URL('../../../electron/service/platform/db/data-folder-lock.ts', import.meta.url).href;

/** Another process that takes the lock and keeps it until it is killed. */
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

it('makes the folder, however deep', () => {
  const lock = lockDataFolder(join(folder.path, 'a', 'b'));
  lock.release();
});

it('keeps a second holder out until the first lets go', () => {
  const lock = lockDataFolder(folder.path);
  expect(() => lockDataFolder(folder.path)).toThrow(`is in use by process ${process.pid}.`);
  lock.release();
  lockDataFolder(folder.path).release();
});

it('names the other process, and is free as soon as that one is killed', async () => {
  const other = await holdElsewhere(folder.path);
  expect(() => lockDataFolder(folder.path)).toThrow(`is in use by process ${other.pid}.`);
  other.kill('SIGKILL');
  await once(other, 'exit');
  lockDataFolder(folder.path).release();
});

it('says so where no folder can be', async () => {
  await writeFile(join(folder.path, 'file'), '');
  expect(() => lockDataFolder(join(folder.path, 'file', 'data'))).toThrow(DataFolderError);
  expect(() => lockDataFolder(join(folder.path, 'file', 'data'))).toThrow('is not writable (ENOTDIR)');
});
