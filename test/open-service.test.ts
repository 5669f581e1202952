import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { firstVersion } from '../electron/service/platform/db/unreleased-version.ts';
import { DataFolderError } from '../electron/service/open-data-folder.ts';
import { openService, type OpenedService, type OpenServiceOptions } from '../electron/service/open-service.ts';
import { createLogger } from '../electron/service/platform/files/log.ts';
import { databaseFile } from '../electron/service/platform/db/workspace-databases.ts';
import { createClient } from '../shared/contract/client.ts';
import { appRoutes, routeTreePaths } from '../shared/contract/contract.ts';
import { changeDatabase } from './helpers/damage/damage-database.ts';
import { createTemporaryFolder, type TemporaryFolder } from './helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let opened: OpenedService[];

beforeEach(async () => {
  folder = await createTemporaryFolder();
  opened = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const { close } of opened) await close();
  await folder.remove();
});

async function open(options: OpenServiceOptions = {}): Promise<OpenedService> {
  const service = await openService({ dataDir: folder.path, ...options });
  opened.push(service);
  return service;
}

/** Sends a request of the window. */
const sendTo =
  ({ service }: OpenedService) =>
  async (path: string, init: RequestInit = {}) =>
    service.fetch(new Request(new URL(path, 'http://service.test'), init), 'window');

const appOf = (service: OpenedService) => createClient(routeTreePaths.app, sendTo(service));

describe('the data folder', () => {
  test('is created, and keeps its settings and its open workspace for the next start', async () => {
    const dataDir = join(folder.path, 'new', 'folder');
    const first = await open({ dataDir });
    expect(first.dataDir).toBe(dataDir);
    const json = { kind: 'local', name: 'Harbour', industry: '', email: '' } as const;
    const { workspace_id } = await appOf(first)(appRoutes.createWorkspace, { json });
    await appOf(first)(appRoutes.updateSettings, { json: { theme: 'dark' } });
    expect(existsSync(join(dataDir, 'workspaces', workspace_id))).toBe(true);
    await first.close();
    expect(JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'))).toMatchObject({
      settings: { theme: 'dark' },
    });

    const second = await open({ dataDir });
    const { workspace, version } = await appOf(second)(appRoutes.getSession, {});
    expect(workspace?.workspace_id).toBe(workspace_id);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect((await appOf(second)(appRoutes.getSettings, {})).theme).toBe('dark');
  });

  test('is the one of SWITCHBOARD_DATA by default', async () => {
    vi.stubEnv('SWITCHBOARD_DATA', folder.path);
    const service = await openService();
    opened.push(service);
    expect(service.dataDir).toBe(folder.path);
  });

  test.each([
    ['settings.json', 'a folder', 'Move it away'],
    ['workspaces', 'a file', 'Move it away'],
    ['in-use.lock', 'a folder', 'Make it a file that your account can write'],
    ['in-use.lock', 'damaged', 'Delete this file'],
  ])('is refused in one line that says what to do if %s is %s', async (name, state, remedy) => {
    const path = join(folder.path, name);
    if (state === 'a folder') mkdirSync(path);
    else writeFileSync(path, 'no database, and long enough to be read as one: '.repeat(50));
    const error = await openService({ dataDir: folder.path }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DataFolderError);
    expect(String(error)).toContain(path);
    expect(String(error)).toContain(`Nothing was changed. ${remedy}, then start again.`);
    expect(String(error)).not.toContain('\n');
    rmSync(path, { recursive: true });
    await open();
  });

  test('is refused, and no byte of it is changed, if an unreleased version wrote its workspaces', async () => {
    const first = await open();
    const json = { kind: 'local', name: 'Harbour', industry: '', email: '' } as const;
    const { workspace_id } = await appOf(first)(appRoutes.createWorkspace, { json });
    const other = await appOf(first)(appRoutes.createWorkspace, { json });
    await first.close();
    writeFileSync(join(folder.path, 'last-overview.html'), '<p>Harbour</p>');
    const getDatabase = (id: string) => join(folder.path, 'workspaces', id, databaseFile);
    for (const id of [workspace_id, other.workspace_id]) changeDatabase(getDatabase(id), 'PRAGMA user_version = 25');
    const readFiles = () =>
      readdirSync(folder.path, { recursive: true, withFileTypes: true }).map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path, statSync(path).mtimeMs, entry.isFile() ? readFileSync(path, 'base64') : null];
      });
    const before = readFiles();
    const error = await openService({ dataDir: folder.path }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DataFolderError);
    expect(error).toMatchObject({
      message: `The data folder ${folder.path} was written by an unreleased version of Switchboard, which this one cannot read. Nothing was changed. Use that version, or move this folder away and start again.`,
    });
    expect(readFiles()).toEqual(before);

    changeDatabase(getDatabase(other.workspace_id), `PRAGMA user_version = ${firstVersion}`);
    const { data } = await appOf(await open())(appRoutes.listWorkspaces, {});
    expect(data.map((one) => [one.workspace_id, one.error]).toSorted()).toEqual(
      [
        [workspace_id, expect.stringMatching(/^It was written by an unreleased version of Switchboard, .*\.$/)],
        [other.workspace_id, null],
      ].toSorted(),
    );
  });

  test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'is refused in one line on a full or read-only disk',
    async () => {
      const disk = join(folder.path, 'disk');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
      try {
        writeFileSync(join(disk, 'filler'), Buffer.alloc(60 * 1024));
        await expect(openService({ dataDir: disk })).rejects.toThrow(
          `The disk of the data folder ${disk} is full. Nothing was changed. Free some space, then start again.`,
        );
        execFileSync('mount', ['-o', 'remount,ro', disk]);
        await expect(openService({ dataDir: disk })).rejects.toThrow(DataFolderError);
      } finally {
        execFileSync('umount', [disk]);
      }
    },
  );

  test('rejects a second service until the first has closed', async () => {
    const first = await open();
    await expect(openService({ dataDir: folder.path })).rejects.toThrow(DataFolderError);
    const closing = first.close();
    await expect(openService({ dataDir: folder.path })).rejects.toThrow(DataFolderError);
    await closing;
    await open();
  });

  test('is unlocked if the settings cannot be opened', async () => {
    const openSettings = () => Promise.reject(new Error('These settings cannot be opened.'));
    await expect(openService({ dataDir: folder.path, openSettings })).rejects.toThrow('cannot be opened');
    await open();
  });
});

test('the host chooses what writes the settings, and the rate limit', async () => {
  const writer = { store: {} };
  const folders: string[] = [];
  const openSettings = (path: string) => {
    folders.push(path);
    return Promise.resolve(writer);
  };
  const service = await open({ openSettings, rateLimitPerMinute: 7 });
  expect(folders).toEqual([folder.path]);
  await appOf(service)(appRoutes.updateSettings, { json: { theme: 'dark' } });
  expect(writer.store).toMatchObject({ settings: { theme: 'dark' } });
  await service.service.openServeWorkspace({ demo: false });
  const { headers } = await sendTo(service)('/v1/agents');
  expect(headers.get('RateLimit-Policy')).toBe('"default";q=7;w=60');
});

test('closing ends the event streams', async () => {
  const service = await open();
  const { body } = await sendTo(service)(routeTreePaths.app + appRoutes.streamAppEvents.path);
  await service.close();
  const rest = await new Response(body).text();
  expect(rest).toContain('id: ');
});

describe('the log', () => {
  const secret = 'swb_never_in_the_log';

  /** Returns the lines that `write` logs. */
  function readLog(write: (log: ReturnType<typeof createLogger>) => void): readonly string[] {
    const lines: string[] = [];
    write(createLogger({ write: (line) => lines.push(line) }));
    return lines;
  }

  test.each(['authorization', 'cookie', 'x-api-key', 'key', 'token', 'secret'])('never contains “%s”', (field) => {
    const lines = readLog((log) => {
      log.error({ [field]: secret, kept: 'first' }, 'request failed');
      log.error({ headers: { [field]: secret, kept: 'second' } }, 'request failed');
      log.error({ request: { headers: { [field]: secret, kept: 'third' } } }, 'request failed');
    });
    expect(lines.join('')).not.toContain(secret);
    expect(lines.map((line) => /first|second|third/.exec(line)?.[0])).toEqual(['first', 'second', 'third']);
    for (const line of lines) expect(line).toContain(`"${field}":"[Redacted]"`);
  });

  test('contains the message, the name of the application and the stack of an error', () => {
    const [line = ''] = readLog((log) => log.error({ err: new TypeError('No voice.') }, 'call failed'));
    expect(JSON.parse(line)).toMatchObject({
      name: 'switchboard',
      msg: 'call failed',
      err: { type: 'TypeError', message: 'No voice.', stack: expect.stringContaining('open-service.test.ts') },
    });
  });
});
