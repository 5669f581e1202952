import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { demoCalls } from '../../electron/service/demo/demo-calls.ts';
import { findHandbook, makeSmallPdf, tooLargeText, writeSample } from '../fixtures/sample-files.ts';
import { callPage, placeRehearsal, rehearse } from '../helpers/call-page.ts';
import { callsRoom } from '../helpers/calls-room.ts';
import { dragFiles, dropFiles } from '../helpers/drop-files.ts';
import { awaitDemo, knowledgeRoom, openDemo } from '../helpers/knowledge-room.ts';
import { openInBrowser } from '../helpers/open-window.ts';
import { overviewRoom } from '../helpers/overview-room.ts';

const pictures = fileURLToPath(new URL('../pictures/', import.meta.url));

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'small', colorScheme: 'light', viewport: { width: 900, height: 600 } },
] as const;

/** Who the agent has talked to when the pictures are taken. */
const people = [
  ['busy', '+14155550111'],
  ['sceptical', '+442079460018'],
  ['wrong_person', '+14155550123'],
  ['voicemail', '+4915123456789'],
  ['interested', '+14155550199'],
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

    const calls = callsRoom(page);
    const call = callPage(page);
    for (const [persona, number] of people) await rehearse(page, { persona, number });
    const heardId = await rehearse(page, { number: '+14155550132' });
    await calls.open();
    await expect(calls.total(String(demoCalls.length + people.length + 1))).toBeVisible();
    await take('calls');
    await calls.search.fill('Northwind');
    await expect(calls.table.locator('mark').first()).toBeVisible();
    await take('calls-search');
    await calls.search.press('Escape');
    await calls.openPanel();
    await calls.number.fill('+14155550177');
    await calls.panel
      .getByRole('textbox', { name: /^Value of/ })
      .first()
      .fill('Wilhelmina');
    await calls.choose('Recipient', 'Interested');
    await calls.choose('Pace', 'As in a real call');
    await take('place-call');
    await calls.send.click();
    await expect(call.turns.nth(1)).toBeVisible({ timeout: 60_000 });
    await take('call-live');
    await page.getByRole('button', { name: 'Cancel call' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel call' }).click();
    await expect(page.getByRole('heading', { name: 'The call was canceled' })).toBeVisible();

    await call.open(heardId);
    const cited = call.turns.filter({ has: page.getByRole('button', { name: /passages?$/ }) }).first();
    await call.hear(cited);
    await expect(call.passages.getByRole('listitem').first()).toBeVisible();
    await call.pause.click();
    await page.mouse.move(0, 0);
    await take('call');
    await page.getByRole('link', { name: 'Knowledge' }).click();
    await expect(call.dock).toBeVisible();
    await take('player');
    await call.dock.getByRole('button', { name: 'Close the player' }).click();

    await call.open(await placeRehearsal(page, { recipient: 'typed', number: '+14155550188' }));
    await expect(call.turns).toHaveCount(1);
    const said = page.getByRole('textbox', { name: 'What the recipient says' });
    await said.fill('How much does a technician visit cost?');
    await said.press('Enter');
    await expect(call.turns).toHaveCount(3);
    await take('call-typed');

    await page.getByRole('link', { name: 'Team' }).click();
    await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
    await take('team');
    await page.getByRole('link', { name: 'Billing' }).click();
    await expect(page.getByRole('table', { name: 'Invoices' })).toBeVisible();
    await expect(page.locator('canvas')).toBeVisible();
    await take('billing');
    await overviewRoom(page).open();
    await expect(page.getByRole('list', { name: 'Latest calls' })).toBeVisible();
    await take('overview');
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('list', { name: 'Workspaces' })).toBeVisible();
    await take('settings');
    await window.close();
  });
}
