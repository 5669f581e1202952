import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

const script = fileURLToPath(new URL('../../electron/setup/collect-release.mjs', import.meta.url));

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

/** Writes the packages of all systems and collects them. */
function collect(packages: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(packages)) {
    const path = join(folder.path, 'packages', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const args = [script, join(folder.path, 'packages'), join(folder.path, 'release')];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

const sha512 = 'aGFzaA'.repeat(14);

/** A feed as electron-builder writes it. */
const formatFeed = (arch: string, version = '1.2.0') => `version: ${version}
files:
  - url: switchboard-${version}-mac-${arch}.zip
    sha512: ${sha512}${arch}==
    size: 100
  - url: switchboard-${version}-mac-${arch}.dmg
    sha512: ${sha512}${arch}==
    size: 200
path: switchboard-${version}-mac-${arch}.zip
sha512: ${sha512}${arch}==
releaseDate: '2030-01-01T00:00:00.000Z'
`;

it('copies the packages of all systems, with one feed for both kinds of Mac', () => {
  const { status, stderr } = collect({
    'switchboard-macos-15/latest-mac.yml': formatFeed('arm64'),
    'switchboard-macos-15/switchboard-1.2.0-mac-arm64.zip': 'arm64',
    'switchboard-macos-15-intel/latest-mac.yml': formatFeed('x64'),
    'switchboard-macos-15-intel/switchboard-1.2.0-mac-x64.zip': 'x64',
    'switchboard-windows-2025/latest.yml': 'version: 1.2.0',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const release = join(folder.path, 'release');
  expect(readdirSync(release).toSorted()).toEqual([
    'latest-mac.yml',
    'latest.yml',
    'switchboard-1.2.0-mac-arm64.zip',
    'switchboard-1.2.0-mac-x64.zip',
  ]);
  const text = readFileSync(join(release, 'latest-mac.yml'), 'utf8');
  expect(text).toContain("releaseDate: '2030-01-01T00:00:00.000Z'"); // a text, as electron-builder writes it
  const file = (arch: string, type: string, size: number) => ({
    url: `switchboard-1.2.0-mac-${arch}.${type}`,
    sha512: `${sha512}${arch}==`,
    size,
  });
  expect(load(text)).toEqual({
    version: '1.2.0',
    files: [file('x64', 'zip', 100), file('x64', 'dmg', 200), file('arm64', 'zip', 100), file('arm64', 'dmg', 200)],
    path: 'switchboard-1.2.0-mac-x64.zip',
    sha512: `${sha512}x64==`,
    releaseDate: '2030-01-01T00:00:00.000Z',
  });
});

it.each([
  [
    'feeds of different versions',
    { 'a/latest-mac.yml': formatFeed('arm64'), 'b/latest-mac.yml': formatFeed('x64', '1.3.0') },
    'have different versions',
  ],
  [
    'feeds of the same file',
    { 'a/latest-mac.yml': formatFeed('x64'), 'b/latest-mac.yml': formatFeed('x64') },
    'name the same file',
  ],
  ['packages of the same name', { 'a/s.zip': '1', 'b/s.zip': '2' }, 'Several systems have a file s.zip'],
])('rejects %s', (_case, packages, message) => {
  const { status, stderr } = collect(packages);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});
