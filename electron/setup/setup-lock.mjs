import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { resolveProjectPath, printLine } from './project.mjs';

const pollMs = 200;
/** A folder without a process id is one that was being made or whose maker died on the spot. */
const missingPidGraceMs = 2000;

/**
 * Runs `work` while no other launch installs or builds in this folder. The lock of a process that died is taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work, folder = resolveProjectPath('.cache', 'setup.lock')) {
  await mkdir(join(folder, '..'), { recursive: true });
  let announced = false;
  let namelessSince = 0;
  while (!(await tryCreateFolder(folder))) {
    const holder = await readLockHolder(folder);
    namelessSince = holder ? 0 : namelessSince || Date.now();
    const isAbandoned = holder ? !isRunning(holder) : Date.now() - namelessSince > missingPidGraceMs;
    if (isAbandoned) {
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    if (!announced) printLine('Another launch is preparing this folder; waiting for it …');
    announced = true;
    await wait(pollMs);
  }
  try {
    await writeFile(join(folder, 'pid'), String(process.pid));
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function tryCreateFolder(folder) {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} folder */
async function readLockHolder(folder) {
  try {
    return Number(await readFile(join(folder, 'pid'), 'utf8')) || undefined;
  } catch {
    return undefined; // the holder is between making the folder and writing its id, or has just let go
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
