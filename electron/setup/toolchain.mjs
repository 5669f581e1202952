import { existsSync } from 'node:fs';
import { SetupError, resolveProjectPath } from './project.mjs';

/** The major version of Node that Electron embeds. Everything except this setup runs on it. */
export const nodeMajor = 24;

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
