import { spawn } from 'node:child_process';
import { resolveProjectPath, projectRoot } from '../../electron/setup/project.mjs';

/**
 * Runs a tool of node_modules on this Node, with its output shown as it comes. Gives its exit code, 1 for a signal.
 * @param {string} script below node_modules
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, wrapper?: readonly string[] }} [options] `wrapper` is put before the command
 * @returns {Promise<number>}
 */
export function runTool(script, args, { env = {}, wrapper = [] } = {}) {
  const [file, ...rest] = [...wrapper, process.execPath, resolveProjectPath('node_modules', script), ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, {
      cwd: projectRoot,
      stdio: ['ignore', 1, 2],
      env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...env },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
