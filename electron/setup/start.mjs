import { spawn } from 'node:child_process';
import { projectRoot, printLine } from './project.mjs';
import { downloadElectron, findElectron, findElectronBlocker } from './electron-binary.mjs';

/** The results of an Electron that could not start, because a library is missing or its sandbox is not allowed. */
const startFailureCodes = new Set(['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 127]);
const startFailureWindowMs = 10_000;

/** @param {{ dataDir?: string, port?: number, browser?: boolean }} options */
export async function start(options) {
  const electron = options.browser ? undefined : await findOrDownloadElectron();
  if (!electron) return runInBrowser(options);
  const started = Date.now();
  const exitCode = await runElectron(electron, options);
  if (startFailureCodes.has(exitCode) && Date.now() - started < startFailureWindowMs) {
    printLine(`Electron could not start (${exitCode}); opening Switchboard in the browser instead.`);
    return runInBrowser(options);
  }
  process.exitCode = typeof exitCode === 'number' ? exitCode : 1;
}

async function findOrDownloadElectron() {
  const blocker = findElectronBlocker();
  if (blocker) {
    printLine(`Electron cannot run here (${blocker}); opening Switchboard in the browser instead.`);
    return undefined;
  }
  const installed = findElectron();
  if (installed) return installed;
  const { path, reason } = await downloadElectron();
  if (!path) printLine(`Electron could not be downloaded (${reason}); opening Switchboard in the browser instead.`);
  return path;
}

/** @param {object} options */
async function runInBrowser(options) {
  const { runBrowserHost } = await import('../../dist/electron/host/run-browser-host.js');
  await runBrowserHost({ ...options, open: true });
}

/** @param {string} electron @param {{ dataDir?: string }} options @returns {Promise<number | string>} */
function runElectron(electron, { dataDir }) {
  return new Promise((resolve, reject) => {
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    const child = spawn(electron, [projectRoot], {
      stdio: 'inherit',
      env: { ...env, ...(dataDir && { SWITCHBOARD_DATA: dataDir }) },
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ?? code ?? 1));
  });
}
