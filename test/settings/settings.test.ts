import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import { openEventStream } from '../helpers/service/subscribe-to-events.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startService } from '../helpers/service/start-service.ts';

const defaults = {
  theme: 'system',
  sidebar: 'expanded',
  text_size: 'standard',
  density: 'comfortable',
  notifications: 'on',
  spelling: 'on',
  startup: 'last_workspace',
};

test('keeps changed settings across a restart and leaves the others unchanged', async () => {
  const settings = createMemorySettings();
  const first = await startService({ settings });
  expect(await first.app(appRoutes.getSettings, {})).toEqual(defaults);
  const events = openEventStream(await first.app(appRoutes.streamAppEvents, {}));
  expect(await first.app(appRoutes.updateSettings, { json: { theme: 'dark' } })).toEqual({
    ...defaults,
    theme: 'dark',
  });
  await events.waitFor(({ type }) => type === 'settings.changed');
  await first.stop();
  const second = await startService({ settings });
  expect(
    await second.app(appRoutes.updateSettings, {
      json: { sidebar: 'collapsed', text_size: 'large', density: 'compact' },
    }),
  ).toEqual({
    ...defaults,
    theme: 'dark',
    text_size: 'large',
    density: 'compact',
    sidebar: 'collapsed',
  });
  await second.stop();
});

test('replaces an unknown stored value with its default and keeps the others', async () => {
  const settings = createMemorySettings();
  settings.set('settings', { theme: 'dark', sidebar: 'hidden', text_size: 7, startup: 'workspace_list' });
  const { app, stop } = await startService({ settings });
  expect(await app(appRoutes.getSettings, {})).toEqual({ ...defaults, theme: 'dark', startup: 'workspace_list' });
  await expect(app(appRoutes.updateSettings, { json: { theme: 'sepia' as 'dark' } })).rejects.toMatchObject({
    code: 'malformed',
  });
  await stop();
});

test('starts with the workspace that was open last, or with the workspace list if so configured', async () => {
  const settings = createMemorySettings();
  const first = await startService({ settings });
  const { dataDir } = first;
  const { workspace_id } = await first.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour' } });
  await first.service.close();
  const second = await startService({ settings, dataDir });
  expect((await second.app(appRoutes.getSession, {})).workspace).toMatchObject({ workspace_id });
  await second.app(appRoutes.updateSettings, { json: { startup: 'workspace_list' } });
  await second.service.close();
  const third = await startService({ settings, dataDir });
  expect((await third.app(appRoutes.getSession, {})).workspace).toBeNull();
  expect((await third.app(appRoutes.listWorkspaces, {})).data).toMatchObject([{ workspace_id }]);
  await third.service.close();
  await rm(dataDir, { recursive: true });
});
