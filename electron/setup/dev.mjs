import { spawn } from 'node:child_process';
import { resolveProjectPath } from './project.mjs';
import { prepareModel } from './build.mjs';

/**
 * Runs the development server from source. It restarts when the service changes and hot-reloads the window.
 * @param {{ dataDir?: string, port?: number }} options
 */
export async function runDevServer(options) {
  await prepareModel();
  const args = ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output'];
  const child = spawn(
    process.execPath,
    [...args, resolveProjectPath('electron/setup/dev-server.mjs'), JSON.stringify(options)],
    {
      stdio: 'inherit',
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 0));
  });
}
