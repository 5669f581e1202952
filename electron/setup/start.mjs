import { spawn } from 'node:child_process';
import { projectRoot, say } from './project.mjs';
import { downloadElectron, findElectron, whyNoWindow } from './electron-binary.mjs';

/** An Electron that dies by one of these this early could not start at all: a missing library, a forbidden sandbox. */
const startFailures = new Set(['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 127]);
const startWindowMs = 10_000;

/** @param {{ data?: string, port?: number, browser?: boolean }} options */
export async function start(options) {
  const electron = options.browser ? undefined : await findOrDownload();
  if (!electron) return openInBrowser(options);
  const started = Date.now();
  const end = await runElectron(electron, options);
  if (startFailures.has(end) && Date.now() - started < startWindowMs) {
    say(`Electron could not start (${end}); opening Switchboard in the browser instead.`);
    return openInBrowser(options);
  }
  process.exitCode = typeof end === 'number' ? end : 1;
}

async function findOrDownload() {
  const obstacle = whyNoWindow();
  if (obstacle) {
    say(`Electron cannot run here (${obstacle}); opening Switchboard in the browser instead.`);
    return undefined;
  }
  const present = findElectron();
  if (present) return present;
  const { path, reason } = await downloadElectron();
  if (!path) say(`Electron could not be downloaded (${reason}); opening Switchboard in the browser instead.`);
  return path;
}

/** @param {object} options */
async function openInBrowser(options) {
  const { runHost } = await import('../../dist/electron/host/host.js');
  await runHost({ ...options, open: true });
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
