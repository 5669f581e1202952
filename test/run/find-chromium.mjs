import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, resolveProjectPath, printLine } from '../../electron/setup/project.mjs';
import { runProgram } from '../../electron/setup/run-program.mjs';

const downloadTimeoutMs = 3 * 60_000;

const commandNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable'];
const installPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const headlessShell = 'chromium-headless-shell';

/**
 * Returns the path of a Chromium for the tests: the one named, or else Debian's headless shell, which needs a fifth less time,
 * or else one that is installed or downloaded. Throws a SetupError with one sentence if there is none.
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new SetupError(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  const found =
    findOnPath(headlessShell) ??
    (await installDebianPackage(headlessShell)) ??
    findInstalled() ??
    (await findPlaywrightChromium()) ??
    (await downloadPlaywrightChromium());
  if (found) return found;
  throw new SetupError(
    'The end-to-end tests need a Chromium: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

/** @param {string} name @returns {string | undefined} */
export function findOnPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

const findInstalled = () => commandNames.map(findOnPath).find(Boolean) ?? installPaths.find(isExecutable);

async function findPlaywrightChromium() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

async function downloadPlaywrightChromium() {
  printLine('No Chromium is installed; letting Playwright download its own …');
  const args = [resolveProjectPath('node_modules/playwright/cli.js'), 'install', 'chromium'];
  await runProgram(process.execPath, args, { quiet: true, timeoutMs: downloadTimeoutMs });
  const path = await findPlaywrightChromium();
  if (!path) printLine('Playwright could not download it.');
  return path;
}

/** Installs a package with the program of the same name, if this is Debian and the user is root. @param {string} name */
async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) return undefined;
  printLine(`Installing the package ${name} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update', '-qq'], { quiet: true });
  await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, quiet: true });
  const path = findOnPath(name);
  if (!path) printLine('It could not be installed.');
  return path;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // most of these places do not exist on any one machine
  }
}
