import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
// @ts-expect-error: the setup is plain JavaScript, so that it runs before anything is installed
import { isInstalled } from '../../electron/setup/install.mjs';
// @ts-expect-error: as above
import { createConfig } from '../../electron/setup/package-app.mjs';
// @ts-expect-error: as above
import { withSetupLock } from '../../electron/setup/prepare.mjs';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});

afterEach(() => folder.remove());

describe('the command line', () => {
  const launcher = fileURLToPath(new URL('../../electron/launch.mjs', import.meta.url));
  const launch = (...args: string[]) => spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' });

  it.each(['start', 'serve', 'dev', 'build', 'package'])('explains %s', (name) => {
    const { status, stdout, stderr } = launch(name, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('--help');
  });

  it.each([
    [['fly'], "Unknown command 'fly'."],
    [['serve', '--nope'], "Unknown option '--nope'."],
    [['serve', '--port', 'x'], '--port must be a whole number from 0 to 65535'],
    [['serve', '--port', '65536'], '--port must be a whole number from 0 to 65535'],
    [['serve', '--data'], "Option '--data <value>' argument missing."],
    [['serve', '--data='], '--data must be the path of a folder.'],
    [['serve', 'extra'], "Unexpected argument 'extra'."],
  ])('rejects %j with one sentence and exit code 2', (args, sentence) => {
    const { status, stdout, stderr } = launch(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('isInstalled', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-a' };

  it.each([
    ['nothing is installed', { a: entry }, undefined, false],
    ['everything is installed', { a: entry }, { a: entry }, true],
    ['a version differs', { a: entry }, { a: { ...entry, version: '0.9.0' } }, false],
    ['the content differs', { a: entry }, { a: { ...entry, integrity: 'sha512-b' } }, false],
    ['a package is missing', { a: entry, b: entry }, { a: entry }, false],
    [
      'only a package for another platform is missing',
      { a: entry, b: { ...entry, optional: true } },
      { a: entry },
      true,
    ],
  ])('when %s', async (_case, wanted, present, expected) => {
    await lay(wanted, present);
    expect(isInstalled(folder.path)).toBe(expected);
  });
});

describe('the update feed of a package', () => {
  beforeEach(() => void vi.stubEnv('GITHUB_REF_TYPE', 'branch')); // the tests also run for a tag
  afterEach(() => vi.unstubAllEnvs());

  it('is missing if the build names none', () => {
    vi.stubEnv('SWITCHBOARD_UPDATE_URL', '');
    expect(createConfig()).not.toHaveProperty('publish');
  });

  it('requires that the package is signed', () => {
    vi.stubEnv('SWITCHBOARD_MAINTAINER', 'Jane Doe <jane@example.org>');
    vi.stubEnv('SWITCHBOARD_UPDATE_URL', 'https://updates.example/switchboard');
    expect(createConfig()).toMatchObject({
      publish: { provider: 'generic', url: 'https://updates.example/switchboard' },
      forceCodeSigning: true,
    });
  });

  it('must be encrypted', () => {
    vi.stubEnv('SWITCHBOARD_UPDATE_URL', 'http://updates.example/switchboard');
    expect(createConfig).toThrow('must be an https address');
  });
});

describe('the maintainer of a package', () => {
  beforeEach(() => void vi.stubEnv('SWITCHBOARD_UPDATE_URL', ''));
  afterEach(() => vi.unstubAllEnvs());

  it('is a name and an address', () => {
    vi.stubEnv('SWITCHBOARD_MAINTAINER', 'Jane Doe <jane@example.org>');
    expect(createConfig()).toMatchObject({ linux: { maintainer: 'Jane Doe <jane@example.org>' } });
    vi.stubEnv('SWITCHBOARD_MAINTAINER', 'Jane Doe');
    expect(createConfig).toThrow('must be a name and an address');
  });

  it('must be named for a release only', () => {
    vi.stubEnv('SWITCHBOARD_MAINTAINER', '');
    vi.stubEnv('GITHUB_REF_TYPE', 'branch');
    expect(createConfig()).not.toHaveProperty('linux');
    vi.stubEnv('GITHUB_REF_TYPE', 'tag');
    expect(createConfig).toThrow('A release needs SWITCHBOARD_MAINTAINER');
  });
});

describe('withSetupLock', () => {
  it('allows one holder at a time', async () => {
    const lock = join(folder.path, 'lock');
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} in`);
      await new Promise(setImmediate);
      order.push(`${name} out`);
    };
    await Promise.all([withSetupLock(work('a'), lock), withSetupLock(work('b'), lock)]);
    const [first, second] = order[0] === 'a in' ? ['a', 'b'] : ['b', 'a'];
    expect(order).toEqual([`${first} in`, `${first} out`, `${second} in`, `${second} out`]);
  });

  it('is released after a failure, and replaced if its process died', async () => {
    const lock = join(folder.path, 'lock');
    await expect(withSetupLock(() => Promise.reject(new Error('failed')), lock)).rejects.toThrow('failed');
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    await mkdir(lock);
    await writeFile(join(lock, 'pid'), String(dead));
    await expect(withSetupLock(() => Promise.resolve('done'), lock)).resolves.toBe('done');
  });
});

/** Writes package-lock.json and the hidden lockfile of an installation. */
async function lay(wanted: object, present?: object): Promise<void> {
  await mkdir(join(folder.path, 'node_modules'));
  await writeFile(join(folder.path, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }));
  if (!present) return;
  await writeFile(join(folder.path, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }));
}
