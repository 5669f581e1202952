import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract.ts';
import { createMemorySettings } from '../helpers/memory-settings.ts';
import { startService } from '../helpers/start-service.ts';

const defaults = { theme: 'system', sidebar: 'open', text_size: 'standard', start: 'last' };

test('what is changed is kept, also by the next start, and the rest stays as it is', async () => {
  const settings = createMemorySettings();
  const first = await startService({ settings });
  expect(await first.app(appRoutes.getSettings, {})).toEqual(defaults);
  expect(await first.app(appRoutes.updateSettings, { json: { theme: 'dark' } })).toEqual({
    ...defaults,
    theme: 'dark',
  });
  await first.stop();
  const second = await startService({ settings });
  expect(await second.app(appRoutes.updateSettings, { json: { sidebar: 'folded', text_size: 'large' } })).toEqual({
    ...defaults,
    theme: 'dark',
    text_size: 'large',
    sidebar: 'folded',
  });
  await second.stop();
});

test('a stored value that is not understood does no harm', async () => {
  const settings = createMemorySettings();
  settings.set('settings', { theme: 'sepia', sidebar: 7 });
  const { app, stop } = await startService({ settings });
  expect(await app(appRoutes.getSettings, {})).toEqual(defaults);
  await expect(app(appRoutes.updateSettings, { json: { theme: 'sepia' as 'dark' } })).rejects.toMatchObject({
    code: 'malformed',
  });
  await stop();
});

test('the program starts with the workspace that was open last, or with the list where that is wanted', async () => {
  const settings = createMemorySettings();
  const first = await startService({ settings });
  const { dataDir } = first;
  const { workspace_id } = await first.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour' } });
  await first.service.close();
  const second = await startService({ settings, dataDir });
  expect((await second.app(appRoutes.getSession, {})).workspace).toMatchObject({ workspace_id });
  await second.app(appRoutes.updateSettings, { json: { startup: 'list' } });
  await second.service.close();
  const third = await startService({ settings, dataDir });
  expect((await third.app(appRoutes.getSession, {})).workspace).toBeNull();
  expect((await third.app(appRoutes.listWorkspaces, {})).data).toMatchObject([{ workspace_id }]);
  await third.service.close();
  await rm(dataDir, { recursive: true });
});
