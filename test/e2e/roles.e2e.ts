import { expect, test, type Locator, type Page } from '@playwright/test';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { explainRoles, roleNames, type Role } from '../../shared/roles.ts';
import type { Route } from '../../shared/route.ts';
import { waitForDemoDocuments, openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser } from '../helpers/open-window.ts';

async function become(page: Page, role: Role): Promise<void> {
  await page.getByRole('button', { name: /^Your role/ }).click();
  await page.getByRole('menuitemradio', { name: roleNames[role] }).click();
  await expect(page.getByRole('button', { name: `Your role: ${roleNames[role]}` })).toBeVisible();
}

const enter = (page: Page, room: string) => page.getByRole('link', { name: room, exact: true }).click();

/** The control says what the contract says, and nothing else. */
async function expectControl(control: Locator, route: Route, role: Role): Promise<void> {
  const allowed = route.roles === 'public' ? [] : route.roles;
  if (route.roles === 'public' || route.roles.includes(role)) {
    await expect(control, `${role} may ${route.id}`).not.toHaveAttribute('aria-disabled', 'true');
    return;
  }
  await expect(control, `${role} may not ${route.id}`).toHaveAttribute('aria-disabled', 'true');
  await expect(control).toHaveAccessibleDescription(explainRoles(allowed));
}

/** A room that the role may not read says so calmly. */
async function expectRoom(page: Page, room: string, route: Route, role: Role): Promise<void> {
  await enter(page, room);
  const allowed = route.roles === 'public' ? [] : route.roles;
  const note = page.getByText(explainRoles(allowed), { exact: true });
  if (allowed.includes(role)) await expect(note).toHaveCount(0);
  else await expect(note).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** So does a part of a room. */
async function expectPart(page: Page, part: string, route: Route, role: Role): Promise<void> {
  const allowed = route.roles === 'public' ? [] : route.roles;
  const note = page.getByRole('region', { name: part }).getByText(explainRoles(allowed), { exact: true });
  await expect(note).toHaveCount(allowed.includes(role) ? 0 : 1);
}

test('every room shows each role what the contract lets it do', async ({ browser }) => {
  const window = await openDemoInBrowser(browser);
  const { page } = window;
  await openKnowledge(page);
  await waitForDemoDocuments(page);
  for (const role of ['viewer', 'manager', 'admin'] as const) {
    await become(page, role);
    await enter(page, 'Overview');
    await expectControl(page.getByRole('button', { name: 'Place a call' }), appRoutes.placeSimulatedCall, role);
    await expectPart(page, 'Usage', appRoutes.getBillingOverview, role);
    await expectPart(page, 'Agents being built', appRoutes.listAgentRequestRecords, role);
    await enter(page, 'Knowledge');
    await expectControl(page.getByRole('button', { name: /^Add documents/ }), v1Routes.uploadDocument, role);
    await expect(page.getByRole('textbox', { name: 'Ask the knowledge base' })).toBeEnabled();
    await page.getByRole('table', { name: 'Documents' }).locator('tr[data-row="0"]').getByRole('button').click();
    await expectControl(page.getByRole('button', { name: /^Delete document/ }).first(), v1Routes.deleteDocument, role);
    await page.keyboard.press('Escape');

    await enter(page, 'Calls');
    await expectControl(page.getByRole('button', { name: 'Place a call' }).first(), appRoutes.placeSimulatedCall, role);
    await expectControl(page.getByRole('button', { name: /^Export these calls/ }), appRoutes.exportCalls, role);

    await expectRoom(page, 'Team', v1Routes.listMembers, role);
    await expectRoom(page, 'Keys', v1Routes.listApiKeys, role);
    await expectRoom(page, 'Activity', v1Routes.listActivity, role);
    await enter(page, 'Settings');
    await expectControl(page.getByRole('button', { name: /^Rename / }).first(), appRoutes.renameWorkspace, role);
    await expectControl(page.getByRole('button', { name: /^Remove / }).first(), appRoutes.deleteWorkspace, role);
    await expectControl(page.getByRole('button', { name: 'New local workspace' }), appRoutes.createWorkspace, role);
    await page.getByRole('button', { name: /^Workspace: / }).click();
    const rename = page.getByRole('menuitem', { name: /^Rename…/ });
    if (role === 'admin') await expect(rename).toHaveText('Rename…');
    else await expect(rename).toContainText(explainRoles(['admin']));
    await page.keyboard.press('Escape');
  }
  await become(page, 'viewer');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Your role: Viewer' }), 'until the program ends').toBeVisible();
  await window.close();
});
