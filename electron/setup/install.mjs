import { lstatSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SetupError, resolveProjectPath, projectRoot, printLine } from './project.mjs';
import { runProgram } from './run-program.mjs';

/**
 * Returns whether node_modules matches package-lock.json. npm writes its hidden lockfile last, so an interrupted
 * installation does not match.
 */
export function isInstalled(root = projectRoot) {
  const expected = readLockedPackages(joinRoot(root, 'package-lock.json'));
  if (!expected) throw new SetupError('package-lock.json is missing or damaged.');
  const installed = readLockedPackages(joinRoot(root, 'node_modules/.package-lock.json'));
  if (!installed) return false;
  return Object.entries(expected).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const found = installed[path];
    // Packages for other platforms are optional and not installed.
    return found ? found.version === entry.version && found.integrity === entry.integrity : Boolean(entry.optional);
  });
}

export async function installPackages() {
  const started = Date.now();
  if (lstatSync(resolveProjectPath('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new SetupError(
      'node_modules is a symbolic link and out of date. Install the packages in the folder it points to.',
    );
  }
  printLine('Installing packages (about a minute, once) …');
  // On Windows, `npm ci` cannot remove the node.exe that runs this; `npm install` replaces only what differs.
  const verb = process.platform === 'win32' && process.execPath.startsWith(projectRoot) ? 'install' : 'ci';
  const args = [verb, '--loglevel=error', '--no-audit', '--no-fund'];
  const { code } = await runNpm(args);
  if (code !== 0) throw new SetupError(`npm ${verb} failed (${code}). See the lines above.`);
  printLine(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Runs npm: the one that runs this script, if any. @param {readonly string[]} args */
export function runNpm(args) {
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
    return undefined; // missing or incomplete: the packages are installed again
  }
}
