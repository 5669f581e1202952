import { spawn } from 'node:child_process';
import { findToolchainNode } from './toolchain.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a script with the toolchain's Node, with the same streams, signals and exit code. The IPC channel lets the script
 * notice when this process is killed.
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export function runUnderToolchain(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(findToolchainNode(), [...nodeFlags, script, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    for (const signal of signals) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

const nodeFlags = ['--disable-warning=ExperimentalWarning'];
