import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { installPackages, isInstalled } from './install.mjs';
import { resolveProjectPath, printLine } from './project.mjs';
import { runUnderToolchain, isToolchainNode } from './toolchain.mjs';

/**
 * Installs and builds everything that is missing or out of date, and reruns the script if this Node is not the toolchain's.
 * Returns false if the rerun has done all the work, so that the caller can exit.
 * @param {string} scriptUrl the script to rerun
 * @param {{ needsBuild: boolean }} options
 */
export async function prepareProject(scriptUrl, { needsBuild }) {
  if (!isInstalled()) await withSetupLock(async () => isInstalled() || installPackages());
  if (!isToolchainNode()) {
    process.exitCode = await runUnderToolchain(fileURLToPath(scriptUrl), process.argv.slice(2));
    return false;
  }
  if (needsBuild && !isBuilt()) await withSetupLock(async () => isBuilt() || build());
  return true;
}

const pollMs = 200;
/** A folder has no process id while it is being created, or if its creator died at that moment. */
const missingPidGraceMs = 2000;

/**
 * Runs `work` while no other launch installs or builds in this folder. Replaces the lock of a process that has died.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work, folder = resolveProjectPath('.cache', 'setup.lock')) {
  await mkdir(join(folder, '..'), { recursive: true });
  let hasPrintedWait = false;
  let missingPidSince = 0;
  while (!(await tryCreateFolder(folder))) {
    const holder = await readLockHolder(folder);
    missingPidSince = holder ? 0 : missingPidSince || Date.now();
    const isAbandoned = holder ? !isRunning(holder) : Date.now() - missingPidSince > missingPidGraceMs;
    if (isAbandoned) {
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    if (!hasPrintedWait) printLine('Waiting for another launch that is preparing this folder …');
    hasPrintedWait = true;
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
    return undefined; // the holder has not written its id yet, or has just released the lock
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
