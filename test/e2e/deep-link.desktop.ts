import { expect, test } from '@playwright/test';
import { openDemoOnFirstRun } from '../helpers/knowledge-page.ts';
import { launchDesktop } from '../helpers/launch-desktop.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';

test('opens the call of a link from another application, and ignores other links', async () => {
  const folder = await createTemporaryFolder();
  const { app, page } = await launchDesktop(folder.path);
  await openDemoOnFirstRun(page);
  const openLink = (address: string) =>
    app.evaluate(({ app: running }, link) => running.emit('second-instance', {}, ['switchboard', link]), address);

  const before = page.url();
  await openLink('switchboard://settings');
  await openLink('switchboard://calls/../settings');
  await openLink('switchboard://calls/call_unknown?t=42.5');
  await page.waitForURL((url) => url.hash === '#/calls/call_unknown?t=42.5');
  await expect(page.getByRole('alert')).toContainText('Call not found');
  await page.goBack();
  expect(page.url(), 'the other links did not navigate').toBe(before);

  await app.close();
  await folder.remove();
});
