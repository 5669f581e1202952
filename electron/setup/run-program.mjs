import { spawn } from 'node:child_process';
import { projectRoot } from './project.mjs';

/**
 * Runs a program until it exits, with its standard output on our stderr. Returns the exit code or the signal's name.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, quiet?: boolean, shell?: boolean }} [options]
 *   `quiet` returns the output instead of printing it.
 * @returns {Promise<{ code: number | string, output: string }>}
 */
export function runProgram(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: projectRoot,
      env: options.env ?? process.env,
      shell: options.shell ?? false,
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
      ...(options.timeoutMs && { timeout: options.timeoutMs, killSignal: 'SIGKILL' }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal ?? 1, output }));
  });
}
