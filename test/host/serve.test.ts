import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import Conf from 'conf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from '../../electron/service/platform/db/data-folder-lock.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { runServe, startHost, startServe } from '../helpers/service/start-host.ts';
import { startService } from '../helpers/service/start-service.ts';
import { signIn } from '../helpers/browser/sign-in.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

/** Lists documents and returns the status of the response. */
async function statusFor(baseUrl: string, key = ''): Promise<number> {
  return (await fetch(`${baseUrl}/knowledge/documents`, { headers: { 'X-API-Key': key } })).status;
}

describe('the line of `serve`', () => {
  it('with the demo, contains the URLs, the organization and three new keys at every start', async () => {
    copyDemoFolder(folder.path);
    const first = await startServe(folder.path, '--demo');
    expect(Object.keys(first.line)).toEqual(['base_url', 'console_url', 'org_id', 'keys']);
    expect(first.line.base_url).toBe(`${first.origin}/v1`);
    expect(first.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(Object.keys(first.line.keys ?? {})).toEqual(['admin', 'manager', 'viewer']);
    expect(await statusFor(first.line.base_url, first.line.keys?.viewer)).toBe(200);
    expect(await first.stop()).toBe(0);

    const second = await startServe(folder.path, '--demo');
    expect(second.line.org_id).toBe(first.line.org_id);
    expect(await statusFor(second.line.base_url, second.line.keys?.viewer)).toBe(200);
    expect(await statusFor(second.line.base_url, first.line.keys?.viewer), 'keys of the previous start').toBe(401);
    expect(await second.stop()).toBe(0);
  });

  it('without the demo, contains one admin key at the first start only, and the key stays valid', async () => {
    const first = await startServe(folder.path);
    expect(Object.keys(first.line.keys ?? {})).toEqual(['admin']);
    expect(await first.stop()).toBe(0);
    expect(first.output(), 'no other line is printed').toBe(`${JSON.stringify(first.line)}\n`);

    const second = await startServe(folder.path);
    expect(Object.keys(second.line)).toEqual(['base_url', 'console_url', 'org_id']);
    const answer = await fetch(`${second.line.base_url}/organizations/${second.line.org_id}`, {
      headers: { Authorization: `Bearer ${first.line.keys?.admin}` },
    });
    expect(answer.status).toBe(200);
    expect(await second.stop()).toBe(0);
  });
});

it.runIf(process.platform === 'linux')(
  'a start under Node keeps compiled code where only the user can change it, and the next one changes none of it',
  async () => {
    const cache = join(folder.path, 'cache');
    const dir = join(cache, 'switchboard', 'compiled-code');
    mkdirSync(dir, { recursive: true, mode: 0o777 });
    // The tests themselves have variables about compiled code.
    const variables = {
      XDG_CACHE_HOME: cache,
      NODE_COMPILE_CACHE: undefined,
      NODE_DISABLE_COMPILE_CACHE: undefined,
    };
    const listCode = async () => {
      const host = await startHost(join(folder.path, 'data'), { variables });
      expect(await host.stop()).toBe(0);
      const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      return files.map(({ parentPath, name }) => [name, statSync(join(parentPath, name)).mtimeMs]);
    };
    const first = await listCode();
    expect(first.length).toBeGreaterThan(100);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(await listCode()).toEqual(first);
  },
);

describe('a running `serve`', () => {
  let used: TemporaryFolder;
  let serving: Awaited<ReturnType<typeof startServe>>;

  beforeAll(async () => {
    used = await createTemporaryFolder();
    serving = await startServe(used.path);
  });
  afterAll(async () => {
    await serving.stop();
    await used.remove();
  });

  it('opens one window at its console URL, and others with the file in the data folder', async () => {
    const page = await fetch(serving.line.console_url);
    expect(await page.text()).toContain('<title>Switchboard</title>');
    const window = await signIn(serving.line.console_url);
    expect((await fetch(`${serving.origin}/app/session`, { headers: window })).status).toBe(200);
    await expect(signIn(serving.line.console_url), 'used before').rejects.toThrow('401');
    for (const time of ['once', 'again']) {
      const file = await readFile(join(used.path, 'open-window.html'), 'utf8');
      const url = /url=(http:[^"]+)/.exec(file)?.[1] ?? '';
      expect(await signIn(url), time).toEqual(window);
    }
  });

  it('does not share its data folder with another one', async () => {
    const second = await runServe(['--data', used.path, '--port', '0']);
    expect(second).toMatchObject({ stdout: '', code: 1 });
    expect(second.error).toMatch(/^The data folder .* is in use by process \d+\.$/);
  });
});

describe('a `serve` that cannot start prints the reason in one sentence, and no line of JSON', () => {
  it('when the port is in use, and unlocks the data folder', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo; // a TCP server always has this type
    const failed = await runServe(['--data', folder.path, '--port', String(port)]);
    expect(failed).toEqual({ stdout: '', error: `Port ${port} is in use by another program.`, code: 1 });
    taken.close();
    lockDataFolder(folder.path).release();
  });

  it('when its workspace is damaged, which it does not replace by a new one', async () => {
    const settings = new Conf({ cwd: folder.path, configName: 'settings' });
    const started = await startService({ dataDir: folder.path, settings });
    await started.service.openServeWorkspace({ demo: false });
    await started.stop();
    const [id = ''] = await readdir(join(folder.path, 'workspaces'));
    await truncate(join(folder.path, 'workspaces', id, 'workspace.db'));
    const failed = await runServe(['--data', folder.path, '--port', '0']);
    expect(failed).toEqual({
      stdout: '',
      error: `The workspace “My organization” (${id}) was neither opened nor replaced: its database file is empty. Nothing in it was changed.`,
      code: 1,
    });
    expect(await readdir(join(folder.path, 'workspaces'))).toEqual([id]);
  });

  it('when the data folder is a file', async () => {
    const path = join(folder.path, 'file');
    await writeFile(path, '');
    const failed = await runServe(['--data', path, '--port', '0']);
    expect(failed).toMatchObject({ stdout: '', code: 1 });
    expect(failed.error).toMatch(/^The data folder .* is not writable/);
  });

  it.each([
    [['--port', 'eighty'], "--port must be a whole number from 0 to 65535, not 'eighty'."],
    [['--port', '65536'], "--port must be a whole number from 0 to 65535, not '65536'."],
    [['--data', ''], '--data must be the path of a folder.'],
    [['--rate-limit', '-1'], /rate-limit/],
    [['--demoo'], /^Unknown option '--demoo'\. See `npm run serve -- --help`\.$/],
    [['folder'], "Unexpected argument 'folder'. See `npm run serve -- --help`."],
  ])('when its arguments are %j', async (args, sentence) => {
    const failed = await runServe(args);
    expect(failed).toMatchObject({ stdout: '', code: 2 });
    expect(failed.error).toMatch(sentence);
  });
});
