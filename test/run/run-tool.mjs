import { spawn } from 'node:child_process';
import { resolveProjectPath, projectRoot } from '../../electron/setup/project.mjs';

/**
 * Runs a tool of node_modules on this Node. Its output is shown as it arrives, or collected with `collectOutput`.
 * @param {string} script below node_modules
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, wrapper?: readonly string[], collectOutput?: boolean }} [options] `wrapper` is put
 *   before the command
 * @returns {Promise<{ code: number, output: string }>} code 1 for a signal
 */
export function runTool(script, args, { env = {}, wrapper = [], collectOutput = false } = {}) {
  const [file, ...rest] = [...wrapper, process.execPath, resolveProjectPath('node_modules', script), ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, {
      cwd: projectRoot,
      stdio: collectOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', 1, 2],
      env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...env },
    });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
