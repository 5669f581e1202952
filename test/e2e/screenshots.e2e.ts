import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { findHandbook, makeSmallPdf, tooLargeText, writeSample } from '../fixtures/sample-files.ts';
import { dragFiles, dropFiles } from '../helpers/drop-files.ts';
import { awaitDemo, knowledgeRoom, openDemo } from '../helpers/knowledge-room.ts';
import { openInBrowser } from '../helpers/open-window.ts';

const pictures = fileURLToPath(new URL('../pictures/', import.meta.url));

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'small', colorScheme: 'light', viewport: { width: 900, height: 600 } },
] as const;

// Pictures for the README and for looking at; `npm test` leaves them alone.
test.skip(process.env['TAKE_PICTURES'] === undefined, 'TAKE_PICTURES=1 takes them');

for (const { name, ...look } of looks) {
  test(`pictures, ${name}`, async ({ browser }) => {
    const window = await openInBrowser(browser, { ...look, reducedMotion: 'reduce' });
    const { page, folder } = window;
    const room = knowledgeRoom(page);
    const take = (view: string) => page.screenshot({ path: `${pictures}${view}-${name}.png`, animations: 'disabled' });

    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    await take('first-run');
    await openDemo(page);
    await awaitDemo(page);
    await page.mouse.move(0, 0);
    await take('knowledge');

    const passage = await room.ask('How much does a technician visit cost?');
    await expect(passage).toBeVisible();
    await take('ask');
    await passage.getByRole('button').click();
    await expect(page.locator('article[aria-current="true"]')).toBeVisible();
    await take('panel');
    await page.keyboard.press('Escape');
    await room.forget();

    await room.rowOf('Plans and pricing 2026').getByRole('button').focus();
    await page.keyboard.press('Delete');
    await expect(room.deletion).toBeVisible();
    await take('confirm');
    await page.keyboard.press('Escape');
    await expect(room.deletion).toBeHidden();

    const drag = await dragFiles(page, [await writeSample(folder, 'drawing.pdf', await makeSmallPdf(null))]);
    await expect(page.getByText('Drop to add to the knowledge base')).toBeVisible();
    await take('drop');
    await drag.drop();
    await expect(room.queued('drawing')).toContainText('Failed');
    await dropFiles(page, [await writeSample(folder, 'call-recordings.txt', tooLargeText), await findHandbook()]);
    await expect(room.queued('archive-handbook')).toContainText(/Page [\d,]{3,} of/);
    await take('queue');
    await room.queue.getByRole('button', { name: 'Cancel archive-handbook' }).click();
    for (const title of ['drawing', 'call-recordings'])
      await room.queue.getByRole('button', { name: `Remove ${title}` }).click();
    await expect(room.queue).toBeHidden();

    await page.getByRole('link', { name: 'Team' }).click();
    await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
    await take('team');
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('list', { name: 'Workspaces' })).toBeVisible();
    await take('settings');
    await window.close();
  });
}
