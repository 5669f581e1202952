import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveProjectPath, printLine } from './project.mjs';
import { runProgram } from './run-program.mjs';
import { findToolchainNode } from './toolchain.mjs';

const downloadTimeoutMs = 5 * 60_000;
const executables = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/** Returns the Electron binary if it is installed. Importing the package would start a download. */
export function findElectron() {
  const executable = executables[process.platform] ?? 'electron';
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const path = join(override, executable);
    return existsSync(path) ? path : undefined;
  }
  const folder = resolveProjectPath('node_modules/electron');
  const path = join(folder, 'dist', executable);
  const isComplete = existsSync(path) && readVersion(join(folder, 'dist/version')) === readPackageVersion(folder);
  return isComplete ? path : undefined;
}

/** Returns why Electron cannot open a window here, or undefined if it can. */
export function findElectronBlocker() {
  if (process.platform !== 'linux') return undefined;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'there is no display';
  if (process.getuid?.() === 0) return 'its sandbox does not work for the root user';
  return undefined;
}

/** Runs Electron's own installer. Returns the path of the binary, or the reason for the failure. */
export async function downloadElectron() {
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) return { reason: 'ELECTRON_OVERRIDE_DIST_PATH contains no Electron' };
  printLine('Downloading Electron (about 110 MB, once) …');
  const script = resolveProjectPath('node_modules/electron/install.js');
  const { code, output } = await runProgram(findToolchainNode(), [script], {
    quiet: true,
    timeoutMs: downloadTimeoutMs,
  });
  const path = findElectron();
  if (path) return { path };
  if (code === 'SIGKILL') return { reason: `not finished after ${downloadTimeoutMs / 60_000} minutes` };
  return { reason: extractFailureReason(output) };
}

/** Extracts the line of an error that helps the user. @param {string} output */
function extractFailureReason(output) {
  const cause = /\b(getaddrinfo \w+ \S+|connect \w+ \S+|E[A-Z]{4,}[^\n]*|HTTPError[^\n]*|Response code[^\n]*)/.exec(
    output,
  );
  const line = cause?.[1] ?? output.split('\n').find((text) => text.trim() !== '') ?? 'the installer gave no reason';
  return line.trim().replace(/\.$/, '');
}

/** @param {string} folder */
const readPackageVersion = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/** @param {string} path */
function readVersion(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim().replace(/^v/, '') : undefined;
}
