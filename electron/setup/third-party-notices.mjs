import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError, resolveProjectPath } from './project.mjs';

const licenseFilePattern = /^(licen[cs]e|copying|notice|third.?party.?notices?)([.-].*)?$/i;

/** Packages bundled into the window. They ship, although npm lists them as development dependencies. */
const bundledPackages = [
  '@base-ui/react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  'libphonenumber-js',
  'lucide-react',
  'react',
  'react-dom',
  'react-dropzone',
  'tailwindcss',
  'uplot',
  'wavesurfer.js',
  'zustand',
];

/**
 * Licenses that packages do not contain as a file, from their repositories or as their package.json declares them, and of
 * code that they contain in compiled form without its license.
 */
const addedLicenseFiles = new Map([
  ['brotli', 'electron/setup/licenses/brotli.txt'],
  ['dfa', 'electron/setup/licenses/dfa.txt'],
  ['fontkit', 'electron/setup/licenses/fontkit.txt'],
  ['lazy-val', 'electron/setup/licenses/lazy-val.txt'],
  ['onnxruntime-common', 'electron/setup/licenses/onnxruntime.txt'],
  ['onnxruntime-node', 'electron/setup/licenses/onnxruntime.txt'],
  ['saxes', 'electron/setup/licenses/saxes.txt'],
  ['wasm-media-encoders', 'electron/setup/licenses/wasm-media-encoders.txt'],
]);

/** The license of the voices (BSD-4-Clause) requires this sentence wherever their use is mentioned. */
const acknowledgement =
  'This product includes software developed by the Language Technologies Institute of Carnegie Mellon University: the speech ' +
  'synthesizer Flite.';

/**
 * Writes the licenses of all shipped packages into one file and returns their number. Throws if a package has no license
 * text, or a license that does not allow shipping.
 * @param {string} path
 */
export function writeNotices(path) {
  const packages = listShippedPackages().toSorted((a, b) => a.name.localeCompare(b.name));
  const refused = packages.filter(({ license }) => !canShip(license));
  if (refused.length > 0) {
    const names = refused.map(({ name, license }) => `${name} (${license || 'no license'})`).join(', ');
    throw new SetupError(`The licenses of these packages do not allow shipping: ${names}.`);
  }
  const missing = packages.filter(({ text }) => text === '').map(({ name }) => name);
  if (missing.length > 0)
    throw new SetupError(
      `These packages contain no license text: ${missing.join(', ')}. Add it to electron/setup/licenses/.`,
    );
  const texts = packages.map(({ name, version, license, text }) => {
    return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${text}\n`;
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${acknowledgement}\n\nSwitchboard contains the following packages.\n\n${texts.join('\n')}`);
  return packages.length;
}

/** Returns whether one of the offered licenses allows shipping. GPL and AGPL do not. @param {string} license */
function canShip(license) {
  if (!license) return false;
  const choices = license.replaceAll(/[()]/g, '').split(/\s+OR\s+/i);
  return choices.some((choice) => !/\bA?GPL/i.test(choice.replaceAll(/LGPL/gi, '')));
}

function listShippedPackages() {
  const { packages } = JSON.parse(readFileSync(resolveProjectPath('package-lock.json'), 'utf8'));
  const bundled = new Set(bundledPackages.flatMap((name) => collectDependencies(`node_modules/${name}`, packages)));
  return Object.entries(packages)
    .filter(
      ([path, entry]) => path !== '' && (!(entry.dev || entry.devOptional) || bundled.has(path)) && !isToolchain(path),
    )
    .filter(([path]) => existsSync(resolveProjectPath(path, 'package.json')))
    .map(([path]) => describePackage(path));
}

/** The Node that runs the tools is not packaged, because Electron contains its own. @param {string} path */
const isToolchain = (path) => /^node_modules\/node(-bin)?-(linux|darwin|win)-/.test(path);

/** @param {string} path @param {Record<string, { dependencies?: object }>} packages @returns {string[]} */
function collectDependencies(path, packages, seen = new Set()) {
  if (seen.has(path) || !packages[path]) return [...seen];
  seen.add(path);
  for (const name of Object.keys(packages[path].dependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`;
    collectDependencies(packages[nested] ? nested : `node_modules/${name}`, packages, seen);
  }
  return [...seen];
}

/** @param {string} path */
function describePackage(path) {
  const {
    name,
    version,
    license: declared,
    licenses,
  } = JSON.parse(readFileSync(resolveProjectPath(path, 'package.json'), 'utf8'));
  const texts = readLicenseFiles(path);
  // The parts of this package for each system have no license file of their own.
  if (name.startsWith('@napi-rs/canvas-')) texts.push(...readLicenseFiles('node_modules/@napi-rs/canvas'));
  const licenseFile = addedLicenseFiles.get(name);
  if (licenseFile) texts.push(readFileSync(resolveProjectPath(licenseFile), 'utf8').trim());
  // Old packages declare it in other ways, some only in the text of the license.
  const license =
    [declared ?? licenses ?? []]
      .flat()
      .map((entry) => entry.type ?? entry)
      .join(' OR ') || (texts.some((text) => text.startsWith('MIT License')) ? 'MIT' : '');
  return { name, version, license, text: texts.join('\n\n') };
}

/** Returns the texts of the license files of an installed package. @param {string} path */
function readLicenseFiles(path) {
  const names = readdirSync(resolveProjectPath(path)).filter((file) => licenseFilePattern.test(file));
  return names.map((file) => readFileSync(join(resolveProjectPath(path), file), 'utf8').trim());
}
