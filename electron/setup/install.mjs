import { lstatSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SetupError, resolveProjectPath, projectRoot, printLine } from './project.mjs';
import { runProgram } from './run-program.mjs';

/**
 * True when node_modules holds what package-lock.json asks for. npm writes the hidden lockfile last, so that an
 * installation cut off in the middle does not count.
 */
export function isInstalled(root = projectRoot) {
  const wanted = readLockedPackages(joinRoot(root, 'package-lock.json'));
  if (!wanted) throw new SetupError('package-lock.json is missing or broken.');
  const present = readLockedPackages(joinRoot(root, 'node_modules/.package-lock.json'));
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const found = present[path];
    // The parts of other platforms are optional and rightly absent.
    return found ? found.version === entry.version && found.integrity === entry.integrity : Boolean(entry.optional);
  });
}

export async function installPackages() {
  const started = Date.now();
  if (lstatSync(resolveProjectPath('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new SetupError('node_modules is a symbolic link and out of date; install where it points to.');
  }
  printLine('Installing the packages that package-lock.json names (about half a minute, once) …');
  // Under Windows `npm ci` cannot remove the node.exe that runs this; `npm install` replaces what differs.
  const verb = process.platform === 'win32' && process.execPath.startsWith(projectRoot) ? 'install' : 'ci';
  const args = [verb, '--loglevel=error', '--no-audit', '--no-fund'];
  const { code } = await runNpm(args);
  if (code !== 0) throw new SetupError(`npm ${verb} failed (${code}); the lines above say why.`);
  printLine(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** @param {readonly string[]} args */
function runNpm(args) {
  const script = process.env.npm_execpath;
  if (script && basename(script) === 'npm-cli.js') {
    return runProgram(process.env.npm_node_execpath ?? process.execPath, [script, ...args]);
  }
  return runProgram('npm', args, { shell: process.platform === 'win32' });
}

/** @param {string} root @param {string} path */
const joinRoot = (root, path) => `${root}/${path}`;

/** @param {string} path */
function readLockedPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined; // missing or cut off: both mean that it must be made anew
  }
}
