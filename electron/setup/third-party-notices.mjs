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

/** Licenses of code that packages contain in compiled form without mentioning its license. */
const embeddedLicenseFiles = new Map([['wasm-media-encoders', 'electron/setup/licenses/wasm-media-encoders.txt']]);

/**
 * Writes the licenses of all shipped packages into one file and returns their number. Throws if a package has no license,
 * or one that does not allow shipping.
 * @param {string} path
 */
export function writeNotices(path) {
  const packages = listShippedPackages().toSorted((a, b) => a.name.localeCompare(b.name));
  const refused = packages.filter(({ license }) => !canShip(license));
  if (refused.length > 0) {
    const names = refused.map(({ name, license }) => `${name} (${license || 'no license'})`).join(', ');
    throw new SetupError(`The licenses of these packages do not allow shipping: ${names}.`);
  }
  const texts = packages.map(({ name, version, license, text }) => {
    return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${text}\n`;
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `Switchboard contains the following packages.\n\n${texts.join('\n')}`);
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
  const files = readdirSync(resolveProjectPath(path)).filter((file) => licenseFilePattern.test(file));
  const texts = files.map((file) => readFileSync(join(resolveProjectPath(path), file), 'utf8').trim());
  const licenseFile = embeddedLicenseFiles.get(name);
  if (licenseFile) texts.push(readFileSync(resolveProjectPath(licenseFile), 'utf8').trim());
  // Old packages declare it in other ways, some only in the text of the license.
  const license =
    [declared ?? licenses ?? []]
      .flat()
      .map((entry) => entry.type ?? entry)
      .join(' OR ') || (texts.some((text) => text.startsWith('MIT License')) ? 'MIT' : '');
  return { name, version, license, text: texts.join('\n\n') || `Licensed under ${license}.` };
}
