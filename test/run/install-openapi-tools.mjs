import { readFileSync } from 'node:fs';
import { runNpm } from '../../electron/setup/install.mjs';
import { SetupError, printLine, resolveProjectPath } from '../../electron/setup/project.mjs';

/** Not in package.json: they are large, and only the suite `openapi` needs them. Licensed under Apache-2.0. */
const tools = { '@stoplight/prism-cli': '5.14.2', '@stoplight/spectral-cli': '6.16.3' };

/** Installs the tools in `.cache`, unless they are there, and returns the folder. */
export async function installOpenApiTools() {
  const folder = resolveProjectPath('.cache', 'openapi-tools');
  const isInstalled = Object.entries(tools).every(([name, version]) => readVersion(folder, name) === version);
  if (isInstalled) return folder;
  printLine('Downloading Prism and Spectral (about a minute, once) …');
  const packages = Object.entries(tools).map(([name, version]) => `${name}@${version}`);
  // Their install scripts only report the installation to the authors.
  const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await runNpm(['install', '--prefix', folder, ...flags, ...packages]);
  if (code !== 0) throw new SetupError(`Prism and Spectral could not be downloaded (npm install failed: ${code}).`);
  return folder;
}

/** @param {string} folder @param {string} name */
function readVersion(folder, name) {
  try {
    return JSON.parse(readFileSync(`${folder}/node_modules/${name}/package.json`, 'utf8')).version;
  } catch {
    return undefined; // missing or incomplete
  }
}
