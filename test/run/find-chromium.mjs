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

/** A Chromium for the tests: named, installed, Playwright's own, or Debian's package. Throws one sentence where none is. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new SetupError(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  const found =
    findInstalled() ??
    (await findPlaywrightChromium()) ??
    (await downloadPlaywrightChromium()) ??
    (await installDebianChromium());
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

async function installDebianChromium() {
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) return undefined;
  printLine('Installing the package chromium with apt-get …');
  await runProgram('apt-get', ['update', '-qq']);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  return findInstalled();
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
