import { expect, test } from '@playwright/test';
import { openDemoOnFirstRun } from '../helpers/knowledge-page.ts';
import { launchDesktop } from '../helpers/launch-desktop.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';

test('a link from another program opens its call, and nothing else is opened', async () => {
  const folder = await createTemporaryFolder();
  const { app, page } = await launchDesktop(folder.path);
  await openDemoOnFirstRun(page);
  const start = (address: string) =>
    app.evaluate(({ app: running }, link) => running.emit('second-instance', {}, ['switchboard', link]), address);

  const before = page.url();
  await start('switchboard://settings');
  await start('switchboard://calls/../settings');
  await start('switchboard://calls/call_of_nobody?t=42.5');
  await page.waitForURL((url) => url.hash === '#/calls/call_of_nobody?t=42.5');
  await expect(page.getByRole('alert')).toContainText('This call is not here');
  await page.goBack();
  expect(page.url(), 'the links before it led nowhere').toBe(before);

  await app.close();
  await folder.remove();
});
