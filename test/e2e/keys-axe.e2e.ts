import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { findFreePort } from '../helpers/find-free-port.ts';
import { createKeysPage } from '../helpers/keys-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the rooms of keys and activity, ${colorScheme}`, async ({ browser }) => {
    const window = await openInBrowser(browser, { colorScheme, reducedMotion: 'reduce' });
    const { page, folder } = window;
    const room = createKeysPage(page);
    const axe = new AxeBuilder({ page });
    // What is dark differs in its colours only.
    if (colorScheme === 'dark') axe.withRules('color-contrast');
    const check = (place: string) => expectNoViolations(axe, place);

    await createWorkspaceOnFirstRun(page, 'Harbour Office');
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await expect(page.getByText('No keys yet')).toBeVisible();
    await check('keys, empty');
    await room.createButton.click();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await expect(page.getByText('The name is empty.')).toBeVisible();
    await check('making a key, with a fault');
    await room.name.fill('Nightly export');
    await page.keyboard.press('Enter');
    await expect(room.secretDialog('Nightly export')).toBeVisible();
    await check('a secret');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await room.port.fill(new URL(page.url()).port);
    await room.port.press('Enter');
    await room.localApiSwitch.click();
    await expect(room.localApiError).toBeVisible();
    await check('a port that is taken');
    await room.port.fill(String(await findFreePort()));
    await room.port.press('Enter');
    await room.localApiSwitch.click();
    await expect(room.address).toBeVisible();
    await room.row('Nightly export').getByRole('button').click();
    const panel = room.panel('Nightly export');
    await check('a key, listening');
    for (const deed of ['Rotate', 'Revoke']) {
      await panel.getByRole('button', { name: `${deed}…` }).click();
      await expect(page.getByRole('alertdialog', { name: `${deed} key` })).toBeVisible();
      await check(`${deed} asks`);
      if (deed === 'Rotate') await page.keyboard.press('Escape');
      else await page.getByRole('button', { name: 'Revoke key' }).click();
    }
    await expect(room.row('Nightly export')).toContainText('Revoked');
    await check('a revoked key');

    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    const activity = page.getByRole('table', { name: 'Activity' });
    const verify = page.getByRole('button', { name: 'Verify', exact: true });
    await verify.click();
    await expect(page.getByText(/each as it was written/)).toBeVisible();
    await check('an intact chain');
    const [id = ''] = readdirSync(`${folder}/data/workspaces`);
    const db = new DatabaseSync(`${folder}/data/workspaces/${id}/workspace.db`);
    db.exec("UPDATE activity SET actor_name = 'Nobody' WHERE number = 2");
    db.close();
    await verify.click();
    await expect(page.getByText(/^Row 2 of .* was changed/)).toBeVisible();
    await check('a broken chain');
    await activity.getByRole('button', { name: /Revoke an API key/ }).click();
    await expect(page.getByRole('region', { name: 'Revoke an API key' })).toBeVisible();
    await check('a row of the activity');
    await page.keyboard.press('Escape');
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await check('an activity that nothing matches');
    await window.close();
  });
}
