import { spawn } from 'node:child_process';
import { projectRoot, printLine } from './project.mjs';
import { downloadElectron, findElectron, findElectronBlocker } from './electron-binary.mjs';

/** An Electron that dies by one of these this early could not start at all: a missing library, a forbidden sandbox. */
const startFailureCodes = new Set(['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 127]);
const startFailureWindowMs = 10_000;

/** @param {{ data?: string, port?: number, browser?: boolean }} options */
export async function start(options) {
  const electron = options.browser ? undefined : await findOrDownloadElectron();
  if (!electron) return runInBrowser(options);
  const started = Date.now();
  const end = await runElectron(electron, options);
  if (startFailureCodes.has(end) && Date.now() - started < startFailureWindowMs) {
    printLine(`Electron could not start (${end}); opening Switchboard in the browser instead.`);
    return runInBrowser(options);
  }
  process.exitCode = typeof end === 'number' ? end : 1;
}

async function findOrDownloadElectron() {
  const obstacle = findElectronBlocker();
  if (obstacle) {
    printLine(`Electron cannot run here (${obstacle}); opening Switchboard in the browser instead.`);
    return undefined;
  }
  const present = findElectron();
  if (present) return present;
  const { path, reason } = await downloadElectron();
  if (!path) printLine(`Electron could not be downloaded (${reason}); opening Switchboard in the browser instead.`);
  return path;
}

/** @param {object} options */
async function runInBrowser(options) {
  const { runBrowserHost } = await import('../../dist/electron/host/run-browser-host.js');
  await runBrowserHost({ ...options, open: true });
}

/** @param {string} electron @param {{ data?: string }} options @returns {Promise<number | string>} */
function runElectron(electron, { data }) {
  return new Promise((resolve, reject) => {
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    const child = spawn(electron, [projectRoot], {
      stdio: 'inherit',
      env: { ...env, ...(data && { SWITCHBOARD_DATA: data }) },
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ?? code ?? 1));
  });
}
