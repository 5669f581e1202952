import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cacheDir = join(root, '.cache', 'demo-folder');
const pathVariable = 'SWITCHBOARD_TEST_DEMO';
const makerScript = fileURLToPath(new URL('make-demo-folder.ts', import.meta.url));

/**
 * Creates the data folders that `copyDemoFolder` copies, unless they exist for the sources as they are now. A copy takes
 * milliseconds.
 */
export function prepareDemoFolder(): void {
  const target = getFolderPath();
  // Workers inherit it, so that sources that change during the run do not matter.
  process.env[pathVariable] = target;
  if (existsSync(target)) return;
  mkdirSync(cacheDir, { recursive: true });
  const outdated = readdirSync(cacheDir).filter((name) => !name.includes('unfinished'));
  const unfinished = `${target}.unfinished-${process.pid}`;
  const args = ['--disable-warning=ExperimentalWarning', makerScript, unfinished];
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    renameSync(unfinished, target);
  } catch (error) {
    // Another run that started at the same time was faster.
    if (!existsSync(target)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  for (const name of outdated) rmSync(join(cacheDir, name), { recursive: true, force: true });
}

export type DemoContent = 'all' | 'recorded';

/**
 * Copies a data folder whose open workspace is the demo, with all documents active and the same ids in every run. `recorded` is
 * a demo with only the calls that have a recording, for tests whose time depends on the number of calls. Needs
 * `prepareDemoFolder` first.
 */
export function copyDemoFolder(dataDir: string, content: DemoContent = 'all'): void {
  cpSync(join(process.env[pathVariable] ?? getFolderPath(), content), dataDir, { recursive: true });
}

function getFolderPath(): string {
  const hash = createHash('sha256');
  hash.update(readFileSync(makerScript)).update('\0');
  for (const folder of ['shared', 'electron/service']) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted();
    for (const name of names) {
      const path = join(root, folder, name);
      if (statSync(path).isFile()) hash.update(name).update('\0').update(readFileSync(path)).update('\0');
    }
  }
  return join(cacheDir, hash.digest('hex').slice(0, 16));
}
