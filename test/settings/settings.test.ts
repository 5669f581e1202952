import { expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract.ts';
import { memorySettings } from '../helpers/memory-settings.ts';
import { startService } from '../helpers/start-service.ts';

test('what is changed is kept, also by the next start, and the rest stays as it is', async () => {
  const settings = memorySettings();
  const first = await startService({ settings });
  expect(await first.app(appRoutes.getSettings, {})).toEqual({ theme: 'system', sidebar: 'open' });
  expect(await first.app(appRoutes.changeSettings, { json: { theme: 'dark' } })).toEqual({
    theme: 'dark',
    sidebar: 'open',
  });
  await first.stop();
  const second = await startService({ settings });
  expect(await second.app(appRoutes.changeSettings, { json: { sidebar: 'folded' } })).toEqual({
    theme: 'dark',
    sidebar: 'folded',
  });
  await second.stop();
});

test('a stored value that is not understood does no harm', async () => {
  const settings = memorySettings();
  settings.set('settings', { theme: 'sepia', sidebar: 7 });
  const { app, stop } = await startService({ settings });
  expect(await app(appRoutes.getSettings, {})).toEqual({ theme: 'system', sidebar: 'open' });
  await expect(app(appRoutes.changeSettings, { json: { theme: 'sepia' as 'dark' } })).rejects.toMatchObject({
    code: 'malformed',
  });
  await stop();
});
