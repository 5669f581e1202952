import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { SetupError, resolveProjectPath } from './project.mjs';

/** The major version of Node that Electron embeds. Everything except this setup runs on it. */
const nodeMajor = 24;

export const isToolchainNode = () => Number(process.versions.node.split('.')[0]) === nodeMajor;

/** Returns the Node that npm installed for this platform, or the running one if its version matches. */
export function findToolchainNode() {
  const { platform, arch } = process;
  const binary = platform === 'win32' ? 'node.exe' : 'node';
  const os = platform === 'win32' ? 'win' : platform;
  for (const name of [`node-${os}-${arch}`, `node-bin-${os}-${arch}`]) {
    const path = resolveProjectPath('node_modules', name, 'bin', binary);
    if (existsSync(path)) return path;
  }
  if (isToolchainNode()) return process.execPath;
  throw new SetupError(
    `There is no Node ${nodeMajor} package for ${platform} on ${arch}. Install Node ${nodeMajor} and run the command again.`,
  );
}

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
