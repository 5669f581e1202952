import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { installPackages, isInstalled } from './install.mjs';
import { runUnderToolchain, isToolchainNode } from './toolchain.mjs';
import { withSetupLock } from './setup-lock.mjs';

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
