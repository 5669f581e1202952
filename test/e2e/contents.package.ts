import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '@playwright/test';
// @ts-expect-error: the setup is plain JavaScript, so that it runs before anything is installed
import { canShip } from '../../electron/setup/third-party-notices.mjs';
import { packedApp } from '../helpers/desktop/packed-app.ts';

const maxBytesBeyondElectron = 130e6;
const maxBytesOfDemo = 12e6;

/** The files of the archive, without folders, as `/node_modules/…`. */
const archived = listPackage(packedApp.archive, { isPack: false })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path, index, all) => !all[index + 1]?.startsWith(`${path}/`));

const unpacked = listFiles(packedApp.unpacked);

/** The files that this project adds to Electron. */
const added = listFiles(packedApp.resources).filter((path) => !/^default_app\.asar$|\.lproj\/|^icon\.icns$/.test(path));

function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

/** Reads a file of the archive, in which the separator of paths is the system's. */
const readArchived = (path: string) => extractFile(packedApp.archive, normalize(path.slice(1)));

type Manifest = { readonly name: string; readonly version: string };

/** The packages in the archive. */
const readPackages = () =>
  archived
    .filter((path) => /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readArchived(path).toString()) as Manifest);

type Component = Manifest & {
  readonly purl: string;
  readonly licenses: readonly { readonly expression?: string; readonly license?: { readonly id: string } }[];
};

type Bill = {
  readonly bomFormat: string;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

const readBill = () => JSON.parse(readFileSync(packedApp.billOfMaterials, 'utf8')) as Bill;

const format = ({ name, version }: Manifest) => `${name}@${version}`;

test('the executable runs only the application: every fuse has its value', async () => {
  const { version: _, ...fuses } = await getCurrentFuseWire(packedApp.executable);
  // The executable contains a character for each fuse.
  const states = Object.entries(fuses).map(([fuse, state]) => [
    FuseV1Options[Number(fuse)] ?? fuse,
    String.fromCharCode(Number(state)),
  ]);
  expect(Object.fromEntries(states)).toEqual({
    RunAsNode: '0',
    EnableNodeOptionsEnvironmentVariable: '0',
    EnableNodeCliInspectArguments: '0',
    GrantFileProtocolExtraPrivileges: '0',
    EnableCookieEncryption: '1',
    EnableEmbeddedAsarIntegrityValidation: '1',
    OnlyLoadAppFromAsar: '1',
    LoadBrowserProcessSpecificV8Snapshot: '0',
    // Trap handlers of WebAssembly, which older versions of Electron and @electron/fuses do not know.
    ...('8' in fuses && { 8: '1' }),
  });
});

test('the archive contains what runs: no tests, sources, source maps, documentation or browser host', () => {
  expect(archived.length).toBeGreaterThan(1000);
  const names = /\.(map|ts|mts|cts|tsx|md|tsbuildinfo|safetensors)$|\/(tests?|docs|examples|benchmarks|\.github)\//;
  expect(archived.filter((path) => names.test(path))).toEqual([]);
  const folders = new Set(archived.map((path) => /^\/(dist\/[^/]+\/[^/]+|dist\/[^/]+|[^/]+)/.exec(path)?.[1]));
  expect([...folders].filter((name) => name?.startsWith('dist/electron/')).toSorted()).toEqual([
    'dist/electron/main',
    'dist/electron/preload.cjs',
    'dist/electron/service',
  ]);
});

test('neither the archive nor the resources contain a secret', () => {
  const secretFiles = /\/(\.env[^/]*|\.npmrc|[^/]+\.(pem|key|p12|pfx|p8))$/;
  expect(archived.filter((path) => secretFiles.test(path))).toEqual([]);
  const ownFiles = added.map((path) => readFileSync(join(packedApp.resources, path)));
  const secrets = Object.entries(process.env).flatMap(([name, value = '']) =>
    /SECRET|TOKEN|PASSWORD|_KEY/.test(name) && value.length >= 8 ? [value] : [],
  );
  for (const text of ['-----BEGIN PRIVATE KEY-----\nM', '-----BEGIN RSA PRIVATE KEY-----\nM', ...secrets])
    expect(ownFiles.some((bytes) => bytes.includes(text))).toBe(false);
});

test('only native parts of this system are outside the archive, and two libraries that their licenses let users replace', () => {
  const native = /\.(node|so(\.\d+)*|dylib|dll|exe)$/;
  const systems = new RegExp(`/${process.platform}[-/]${process.arch}/[^/]+$`);
  expect(archived.filter((path) => native.test(path) && !systems.test(path))).toEqual([]);
  expect(unpacked.filter((path) => !native.test(path))).toEqual([
    'node_modules/mpg123-decoder/src/EmscriptenWasm.js',
    'node_modules/wasm-media-encoders/wasm/mp3.wasm',
  ]);
  expect(archived.filter((path) => native.test(path) && !unpacked.includes(path.slice(1)))).toEqual([]);
  expect(unpacked.filter((path) => path.endsWith('.node'))).toHaveLength(
    existsSync(`node_modules/onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}`) ? 2 : 1,
  );
});

test('adds at most 130 MB to Electron', () => {
  const bytes = added.reduce((sum, path) => sum + statSync(join(packedApp.resources, path)).size, 0);
  process.stdout.write(`The application adds ${(bytes / 1e6).toFixed(1)} MB to Electron.\n`);
  expect(bytes).toBeGreaterThan(50e6);
  expect(bytes).toBeLessThanOrEqual(maxBytesBeyondElectron);
});

test('the demo has at most 12 MB', () => {
  const paths = archived.filter((path) => /\/workspaces\/demo\//.test(path));
  expect(paths.filter((path) => path.endsWith('.mp3')).length).toBeGreaterThanOrEqual(40);
  const bytes = paths.reduce((sum, path) => sum + readArchived(path).length, 0);
  process.stdout.write(`The demo has ${(bytes / 1e6).toFixed(1)} MB.\n`);
  expect(bytes).toBeLessThanOrEqual(maxBytesOfDemo);
});

test('the bill of materials lists every package, with its version and a permitted license', () => {
  const { bomFormat, components, dependencies } = readBill();
  expect(bomFormat).toBe('CycloneDX');
  const packages = readPackages();
  expect(packages.length).toBeGreaterThan(80);
  const listed = components.map(format);
  expect(packages.map(format).filter((name) => !listed.includes(name))).toEqual([]);
  const licenses = components.map(({ name, licenses: [first] }) => [
    name,
    first?.expression ?? first?.license?.id ?? '',
  ]);
  expect(licenses.filter(([, license]) => !canShip(license))).toEqual([]);
  const references = components.map(({ purl }) => purl);
  expect(new Set(references).size).toBe(references.length);
  const unknown = dependencies
    .flatMap(({ dependsOn }) => dependsOn)
    .filter((reference) => !references.includes(reference));
  expect(unknown).toEqual([]);
});

test('the bill of materials and the notices list no package that is left out', () => {
  const packed = readPackages().map(format);
  const { components } = readBill();
  const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; version?: string; name?: string }>;
  };
  const needed = Object.entries(lockfile.packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, { name = path.replace(/^.*node_modules\//, ''), version = '' }]) => format({ name, version }));
  const leftOut = components.map(format).filter((name) => needed.includes(name) && !packed.includes(name));
  expect(leftOut).toEqual([]);
});

test('the notices contain the license of every package, and the installation has Switchboard’s', () => {
  const notices = readFileSync(join(packedApp.resources, 'third-party-notices.txt'), 'utf8');
  const missing = readPackages().filter(({ name, version }) => !notices.includes(`\n${name} ${version} (`));
  expect(missing).toEqual([]);
  expect(readFileSync(join(packedApp.resources, 'LICENSE'), 'utf8')).toContain('MIT License');
});

test('a build that names no update feed has none', () => {
  expect(added).not.toContain('app-update.yml');
});
