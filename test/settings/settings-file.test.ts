import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openService, type OpenedService } from '../../electron/service/open-service.ts';
import { SettingsFile, settingsVersion } from '../../electron/service/platform/settings/settings-file.ts';
import { createClient, type Client } from '../../shared/contract/client.ts';
import { appRoutes, routeTreePaths } from '../../shared/contract/contract.ts';
import { settingsSchema } from '../../shared/window/settings.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

const defaults = settingsSchema.parse({});

let folder: TemporaryFolder;
let opened: OpenedService | undefined;
let path: string;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  path = join(folder.path, 'settings.json');
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  await folder.remove();
});

/** Opens the service of the folder again, as the browser host does, and returns the client of its window. */
async function open(): Promise<Client> {
  await opened?.close();
  opened = await openService({ dataDir: folder.path });
  const { service } = opened;
  return createClient(routeTreePaths.app, async (url, init) =>
    service.fetch(new Request(new URL(url, 'http://service.test'), init), 'window'),
  );
}

const write = (values: unknown) => writeFileSync(path, JSON.stringify(values));
const read = () => JSON.parse(readFileSync(path, 'utf8')) as unknown;

describe('a settings file', () => {
  test('without a version is read, and has the current version after the next change', async () => {
    write({ settings: { sidebar: 'collapsed', theme: 'dark' }, localApi: { enabled: false, port: 4800 }, kept: 1 });
    const app = await open();
    expect(await app(appRoutes.getSettings, {})).toEqual({ ...defaults, sidebar: 'collapsed', theme: 'dark' });
    expect(await app(appRoutes.getLocalApi, {})).toMatchObject({ enabled: false, port: 4800 });
    expect(await app(appRoutes.getSettingsIssue, {})).toEqual({ issue: null });
    await app(appRoutes.updateSettings, { json: { theme: 'light' } });
    expect(read()).toEqual({
      version: settingsVersion,
      settings: { sidebar: 'collapsed', theme: 'light' },
      localApi: { enabled: false, port: 4800 },
      kept: 1,
    });
    const again = await open();
    expect(await again(appRoutes.getSettings, {})).toEqual({ ...defaults, sidebar: 'collapsed', theme: 'light' });
  });

  test('with a byte order mark is read, and written without it', async () => {
    writeFileSync(path, `\ufeff${JSON.stringify({ version: settingsVersion, settings: { theme: 'dark' } })}`);
    const app = await open();
    expect(await app(appRoutes.getSettings, {})).toEqual({ ...defaults, theme: 'dark' });
    expect(await app(appRoutes.getSettingsIssue, {})).toEqual({ issue: null });
    await app(appRoutes.updateSettings, { json: { sidebar: 'collapsed' } });
    expect(read()).toEqual({ version: settingsVersion, settings: { theme: 'dark', sidebar: 'collapsed' } });
  });

  test.each([
    ['is not complete', '{"settings":'],
    ['is empty', ''],
    ['is a list', '[{"settings":{}}]'],
    ['has no valid version', '{"version":"two"}'],
    ['has no valid settings', '{"settings":"dark"}'],
  ])('that %s is kept under another name, and the defaults are used', async (_, text) => {
    writeFileSync(path, text);
    const app = await open();
    const keptAs = `${path}.damaged`;
    expect(await app(appRoutes.getSettingsIssue, {})).toEqual({ issue: { kind: 'damaged', kept_as: keptAs } });
    expect(await app(appRoutes.getSettings, {})).toEqual(defaults);
    await app(appRoutes.updateSettings, { json: { theme: 'dark' } });
    expect(readFileSync(keptAs, 'utf8')).toBe(text);
    expect(read()).toEqual({ version: settingsVersion, settings: { theme: 'dark' } });
    const again = await open();
    expect(await again(appRoutes.getSettingsIssue, {})).toEqual({ issue: null });
  });

  test('that is damaged does not replace one that was kept before', async () => {
    for (const text of ['first', 'second', 'third']) {
      writeFileSync(path, text);
      await open();
    }
    const kept = readdirSync(folder.path).filter((name) => name.includes('damaged'));
    expect(kept.toSorted()).toEqual(['settings.json.damaged', 'settings.json.damaged-2', 'settings.json.damaged-3']);
    expect(kept.map((name) => readFileSync(join(folder.path, name), 'utf8')).toSorted()).toEqual(
      ['first', 'second', 'third'].toSorted(),
    );
  });

  test('of a newer version keeps its version and every value that this version does not know', async () => {
    const newer = { version: settingsVersion + 1, settings: { theme: 'sepia', text_size: 'large' }, added: [1] };
    write(newer);
    const app = await open();
    expect(await app(appRoutes.getSettingsIssue, {})).toEqual({ issue: { kind: 'newer' } });
    expect(await app(appRoutes.getSettings, {})).toEqual({ ...defaults, text_size: 'large' });
    await app(appRoutes.updateSettings, { json: { sidebar: 'collapsed' } });
    expect(read()).toEqual({ ...newer, settings: { ...newer.settings, sidebar: 'collapsed' } });
  });

  test('is not written again for values that it contains', async () => {
    const app = await open();
    await app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour' } });
    await app(appRoutes.updateSettings, { json: { theme: 'dark' } });
    const { ino } = statSync(path);
    const again = await open();
    await again(appRoutes.updateSettings, { json: { theme: 'dark' } });
    expect(statSync(path).ino).toBe(ino);
    await again(appRoutes.updateSettings, { json: { theme: 'light' } });
    expect(statSync(path).ino).not.toBe(ino);
  });

  test('is written once its writer is loaded, with the values that were set before', () => {
    const file = new SettingsFile(folder.path);
    file.set('window', { width: 900 });
    expect(file.get('window')).toEqual({ width: 900 });
    expect(existsSync(path)).toBe(false);
    file.startWriting(new Conf({ cwd: folder.path, configName: 'settings' }));
    expect(read()).toMatchObject({ window: { width: 900 } });
    file.set('window', { width: 800 });
    expect(read()).toMatchObject({ window: { width: 800 } });
  });

  test('that cannot be written is reported, and a workspace can be opened and deleted nevertheless', async () => {
    const app = await open();
    await app(appRoutes.updateSettings, { json: { theme: 'dark' } });
    rmSync(path);
    mkdirSync(path);
    const detail = `${path} is a folder, where a file is expected. Nothing was changed. Move it away, then try again.`;
    await expect(app(appRoutes.updateSettings, { json: { theme: 'light' } })).rejects.toMatchObject({
      code: 'settings_not_saved',
      message: detail,
    });
    expect(await app(appRoutes.getSettings, {})).toMatchObject({ theme: 'dark' });
    expect(await app(appRoutes.getSettingsIssue, {})).toEqual({ issue: { kind: 'not_saved', detail } });
    const { workspace_id } = await app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour' } });
    expect((await app(appRoutes.getSession, {})).workspace).toMatchObject({ workspace_id });
    await app(appRoutes.deleteWorkspace, { params: { workspace_id } });
    expect((await app(appRoutes.listWorkspaces, {})).data).toEqual([]);

    rmSync(path, { recursive: true });
    await app(appRoutes.updateSettings, { json: { theme: 'light' } });
    expect(await app(appRoutes.getSettingsIssue, {})).toEqual({ issue: null });
    expect(read()).toMatchObject({ settings: { theme: 'light' } });
  });
});
