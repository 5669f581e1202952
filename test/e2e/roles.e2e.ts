import { expect, test, type Locator, type Page } from '@playwright/test';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { explainRoles, type Role } from '../../shared/contract/roles.ts';
import type { Route } from '../../shared/contract/route.ts';
import { waitForDemoDocuments, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { switchRole } from '../helpers/browser/switch-role.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';

async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click();
  await waitForView(page, name);
}

/** Expects the control to be enabled exactly for the roles of the contract, and to explain itself otherwise. */
async function expectControl(control: Locator, route: Route, role: Role): Promise<void> {
  const allowed = route.roles === 'public' ? [] : route.roles;
  if (route.roles === 'public' || route.roles.includes(role)) {
    await expect(control, `${role} can use ${route.id}`).not.toHaveAttribute('aria-disabled', 'true');
    return;
  }
  await expect(control, `${role} cannot use ${route.id}`).toHaveAttribute('aria-disabled', 'true');
  await expect(control).toHaveAccessibleDescription(explainRoles(allowed));
}

/** Expects a view without access to name the required role, without an error. */
async function expectView(page: Page, name: string, route: Route, role: Role): Promise<void> {
  await openView(page, name);
  const allowed = route.roles === 'public' ? [] : route.roles;
  const note = page.getByText(explainRoles(allowed), { exact: true });
  if (allowed.includes(role)) await expect(note).toHaveCount(0);
  else await expect(note).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** The same for a section of a view. */
async function expectSection(page: Page, name: string, route: Route, role: Role): Promise<void> {
  const allowed = route.roles === 'public' ? [] : route.roles;
  const note = page.getByRole('region', { name }).getByText(explainRoles(allowed), { exact: true });
  await expect(note).toHaveCount(allowed.includes(role) ? 0 : 1);
}

test.describe.serial('roles', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser);
    const { page } = window;
    await openKnowledge(page);
    await waitForDemoDocuments(page);
  });
  test.afterAll(() => window.close());

  test('every view offers each role the actions that the contract allows', async () => {
    const { page } = window;
    for (const role of ['viewer', 'manager', 'admin'] as const) {
      await switchRole(page, role);
      await openView(page, 'Overview');
      await expectControl(page.getByRole('button', { name: 'Place a call' }), appRoutes.placeSimulatedCall, role);
      await expectSection(page, 'Usage', appRoutes.getBillingOverview, role);
      await expectSection(page, 'Build requests', appRoutes.listAgentRequestRecords, role);
      await openView(page, 'Knowledge');
      await expectControl(page.getByRole('button', { name: /^Add documents/ }), v1Routes.uploadDocument, role);
      await expect(page.getByRole('textbox', { name: 'Search the knowledge base' })).toBeEnabled();
      await page.getByRole('table', { name: 'Documents' }).locator('tr[data-row="0"]').getByRole('button').click();
      await expectControl(
        page.getByRole('button', { name: /^Delete document/ }).first(),
        v1Routes.deleteDocument,
        role,
      );
      await page.keyboard.press('Escape');

      await openView(page, 'Calls');
      await expectControl(
        page.getByRole('button', { name: 'Place a call' }).first(),
        appRoutes.placeSimulatedCall,
        role,
      );
      await expectControl(page.getByRole('button', { name: 'Export calls' }), appRoutes.exportCalls, role);

      await expectView(page, 'Team', v1Routes.listMembers, role);
      await expectView(page, 'API keys', v1Routes.listApiKeys, role);
      await expectView(page, 'Activity', v1Routes.listActivity, role);
      await openView(page, 'Settings');
      await expectControl(page.getByRole('button', { name: /^Rename / }).first(), appRoutes.renameWorkspace, role);
      await expectControl(page.getByRole('button', { name: /^Remove / }).first(), appRoutes.deleteWorkspace, role);
      await expectControl(page.getByRole('button', { name: 'New workspace…' }), appRoutes.createWorkspace, role);
      await page.getByRole('button', { name: /^Workspace: / }).click();
      const rename = page.getByRole('menuitem', { name: /^Rename…/ });
      if (role === 'admin') await expect(rename).toHaveText('Rename…');
      else await expect(rename).toContainText(explainRoles(['admin']));
      await page.keyboard.press('Escape');
    }
    await switchRole(page, 'viewer');
    await page.reload();
    await expect(
      page.getByRole('button', { name: 'Viewing as Viewer' }),
      'the role is kept until the app closes',
    ).toBeVisible();
  });
});
