import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError, inProject } from './project.mjs';

const licenceFile = /^(licen[cs]e|copying|notice|third.?party.?notices?)([.-].*)?$/i;

/** What is bundled into the window, and so ships though npm counts it among the tools. */
const bundled = [
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
const compiledIn = new Map([['wasm-media-encoders', 'electron/setup/licences/wasm-media-encoders.txt']]);

/**
 * Writes the licences of all packages that ship into one file and gives their number. Throws where one of them is under
 * a licence that may not ship, or under none.
 * @param {string} path
 */
export function writeNotices(path) {
  const packages = listShipped().toSorted((a, b) => a.name.localeCompare(b.name));
  const refused = packages.filter(({ licence }) => !mayShip(licence));
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
function mayShip(licence) {
  if (!licence) return false;
  const choices = licence.replaceAll(/[()]/g, '').split(/\s+OR\s+/i);
  return choices.some((choice) => !/\bA?GPL/i.test(choice.replaceAll(/LGPL/gi, '')));
}

function listShipped() {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const wanted = new Set(bundled.flatMap((name) => withDependencies(`node_modules/${name}`, packages)));
  return Object.entries(packages)
    .filter(
      ([path, entry]) => path !== '' && (!(entry.dev || entry.devOptional) || wanted.has(path)) && !isToolchain(path),
    )
    .filter(([path]) => existsSync(inProject(path, 'package.json')))
    .map(([path]) => describe(path));
}

/** The Node that runs the tools is not packed: Electron brings its own. @param {string} path */
const isToolchain = (path) => /^node_modules\/node(-bin)?-(linux|darwin|win)-/.test(path);

/** @param {string} path @param {Record<string, { dependencies?: object }>} packages @returns {string[]} */
function withDependencies(path, packages, seen = new Set()) {
  if (seen.has(path) || !packages[path]) return [...seen];
  seen.add(path);
  for (const name of Object.keys(packages[path].dependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`;
    withDependencies(packages[nested] ? nested : `node_modules/${name}`, packages, seen);
  }
  return [...seen];
}

/** @param {string} path */
function describe(path) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(inProject(path, 'package.json'), 'utf8'));
  const files = readdirSync(inProject(path)).filter((file) => licenceFile.test(file));
  const texts = files.map((file) => readFileSync(join(inProject(path), file), 'utf8').trim());
  const inside = compiledIn.get(name);
  if (inside) texts.push(readFileSync(inProject(inside), 'utf8').trim());
  // Old packages name it in other ways, some in their text only.
  const licence =
    [license ?? licenses ?? []]
      .flat()
      .map((one) => one.type ?? one)
      .join(' OR ') || (texts.some((text) => text.startsWith('MIT License')) ? 'MIT' : '');
  return { name, version, licence, text: texts.join('\n\n') || `Licensed under ${licence}.` };
}
