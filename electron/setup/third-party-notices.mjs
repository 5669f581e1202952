import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError, resolveProjectPath } from './project.mjs';

const licenseFilePattern = /^(licen[cs]e|copying|notice|third.?party.?notices?)([.-].*)?$/i;

/** What is bundled into the window, and so ships though npm counts it among the tools. */
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

/** Licences of what packages contain in compiled form and say nothing about themselves. */
const embeddedLicenseFiles = new Map([['wasm-media-encoders', 'electron/setup/licenses/wasm-media-encoders.txt']]);

/**
 * Writes the licences of all packages that ship into one file and gives their number. Throws where one of them is under
 * a licence that may not ship, or under none.
 * @param {string} path
 */
export function writeNotices(path) {
  const packages = listShippedPackages().toSorted((a, b) => a.name.localeCompare(b.name));
  const refused = packages.filter(({ licence }) => !canShip(licence));
  if (refused.length > 0) {
    const names = refused.map(({ name, licence }) => `${name} (${licence || 'no licence'})`).join(', ');
    throw new SetupError(`These packages may not ship: ${names}.`);
  }
  const texts = packages.map(({ name, version, licence, text }) => {
    return `${'='.repeat(80)}\n${name} ${version} (${licence})\n${'='.repeat(80)}\n\n${text}\n`;
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `Switchboard contains the following packages.\n\n${texts.join('\n')}`);
  return packages.length;
}

/** A choice between licences is ours to make; GPL and AGPL are none we could choose. @param {string} licence */
function canShip(licence) {
  if (!licence) return false;
  const choices = licence.replaceAll(/[()]/g, '').split(/\s+OR\s+/i);
  return choices.some((choice) => !/\bA?GPL/i.test(choice.replaceAll(/LGPL/gi, '')));
}

function listShippedPackages() {
  const { packages } = JSON.parse(readFileSync(resolveProjectPath('package-lock.json'), 'utf8'));
  const wanted = new Set(bundledPackages.flatMap((name) => collectDependencies(`node_modules/${name}`, packages)));
  return Object.entries(packages)
    .filter(
      ([path, entry]) => path !== '' && (!(entry.dev || entry.devOptional) || wanted.has(path)) && !isToolchain(path),
    )
    .filter(([path]) => existsSync(resolveProjectPath(path, 'package.json')))
    .map(([path]) => describePackage(path));
}

/** The Node that runs the tools is not packed: Electron brings its own. @param {string} path */
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
  const { name, version, license, licenses } = JSON.parse(
    readFileSync(resolveProjectPath(path, 'package.json'), 'utf8'),
  );
  const files = readdirSync(resolveProjectPath(path)).filter((file) => licenseFilePattern.test(file));
  const texts = files.map((file) => readFileSync(join(resolveProjectPath(path), file), 'utf8').trim());
  const inside = embeddedLicenseFiles.get(name);
  if (inside) texts.push(readFileSync(resolveProjectPath(inside), 'utf8').trim());
  // Old packages name it in other ways, some in their text only.
  const licence =
    [license ?? licenses ?? []]
      .flat()
      .map((one) => one.type ?? one)
      .join(' OR ') || (texts.some((text) => text.startsWith('MIT License')) ? 'MIT' : '');
  return { name, version, licence, text: texts.join('\n\n') || `Licensed under ${licence}.` };
}
