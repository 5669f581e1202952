import { expect, type Page } from '@playwright/test';
import { appRoutes, routeTreePaths } from '../../../shared/contract/contract.ts';
import { fetchAsWindow } from '../service/fetch-as-window.ts';
import type { RemoteServer } from '../remote/start-remote-server.ts';

/** The sync status of a linked workspace, addressed by roles and labels. */
export function createSyncPage(page: Page) {
  const panel = page.getByRole('region', { name: 'Sync status', exact: true });
  return {
    chip: page.getByRole('button', { name: /: sync status$/ }),
    panel,
    waiting: panel.getByRole('list', { name: 'Waiting' }),
    needsYou: panel.getByRole('list', { name: 'Needs you' }),
  };
}

/** Creates a workspace that is linked to a remote in the first run, and waits until everything is fetched. */
export async function linkWorkspace(page: Page, { connection }: RemoteServer): Promise<void> {
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await fetchAsWindow(page, `${routeTreePaths.app}${appRoutes.createWorkspace.path}`, {
    json: { kind: 'linked', name: 'Northwind at work', connection },
  });
  await fetchAsWindow(page, `${routeTreePaths.app}${appRoutes.checkConnection.path}`, { method: 'POST' });
  await page.reload();
  await expect(createSyncPage(page).chip).toHaveText('Up to date', { timeout: 60_000 });
}
