import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { installPackages, isInstalled } from './install.mjs';
import { runUnderToolchain } from './run-under-toolchain.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { isToolchainNode } from './toolchain.mjs';

/**
 * Installs and builds what is missing or out of date, and sees to it that the rest runs on the toolchain's Node.
 * False when another process did the whole of the work there; then nothing is left to do but to exit.
 * @param {string} scriptUrl the program to run again where this Node is not the toolchain's
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
