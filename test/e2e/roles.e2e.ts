import { expect, test, type Locator, type Page } from '@playwright/test';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract.ts';
import { formatPhoneNumber } from '../../renderer/calls/phone-number.ts';
import { explainRoles, roleNames, type Role } from '../../shared/roles.ts';
import { canUseRoute, isWrite, type Route } from '../../shared/route.ts';
import { views } from '../../shared/views.ts';
import { waitForDemoDocuments, openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/open-window.ts';
import { countRunningRequests, pressControls } from '../helpers/press-controls.ts';
import { waitForView } from '../helpers/wait-for-view.ts';
import { fetchAsWindow } from '../helpers/fetch-as-window.ts';

async function switchRole(page: Page, role: Role): Promise<void> {
  await page.getByRole('button', { name: /^Viewing as/ }).click();
  await page.getByRole('menuitemradio', { name: roleNames[role] }).click();
  await expect(page.getByRole('button', { name: `Viewing as ${roleNames[role]}` })).toBeVisible();
}

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

/** Returns the pages of a window: all views but the overview, a call, an agent, and a build request of each kind. */
async function listPages(page: Page): Promise<readonly { readonly title: string; readonly hash: string }[]> {
  type Rows = { readonly data: readonly Readonly<Record<string, string>>[] };
  const read = async (path: string) => (await fetchAsWindow<Rows>(page, path)).data;
  const [[call], [agent], requests] = await Promise.all([
    read('/app/calls?status=completed&limit=1'),
    read('/v1/agents'),
    read('/app/agent-requests'),
  ]);
  const ids = {
    call: call?.['call_id'] ?? '',
    agent: agent?.['agent_id'] ?? '',
    requests: ['pending_review', 'uat', 'delivered'].map(
      (status) => requests.find((request) => request['status'] === status)?.['request_id'] ?? '',
    ),
  };
  const recipient = call?.['recipient_name'] || formatPhoneNumber(call?.['recipient_number'] ?? '');
  expect([ids.call, ids.agent, ...ids.requests]).not.toContain('');
  return [
    ...views.filter(({ id }) => id !== 'overview').map(({ label, path }) => ({ title: label, hash: `#${path}` })),
    { title: `Call to ${recipient}`, hash: `#/calls/${ids.call}` },
    { title: 'Agents', hash: `#/agents?agent=${ids.agent}` },
    ...ids.requests.map((id) => ({ title: 'Agents', hash: `#/agents?request=${id}` })),
    { title: 'Request an agent', hash: '#/agents/new' },
  ];
}

const operations = [
  ...Object.values<Route>(v1Routes).map((route) => ({ route, path: routeTreePaths.v1 + route.path })),
  ...Object.values<Route>(appRoutes).map((route) => ({ route, path: routeTreePaths.app + route.path })),
].map(({ route, path }) => ({ route, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

const findOperation = (method: string, path: string) =>
  operations.find(({ route, pattern }) => route.method === method.toLowerCase() && pattern.test(path))?.route;

/** Every explanation of a missing role that a control can show. */
const reasons = operations.flatMap(({ route }) => (route.roles === 'public' ? [] : explainRoles(route.roles)));

type SentOperations = { readonly forbidden: Set<string>; readonly writes: Set<string> };

/** Lets reads through, aborts writes, and records the operations that the role cannot use. */
async function recordOperations(page: Page, role: Role): Promise<SentOperations> {
  const [forbidden, writes] = [new Set<string>(), new Set<string>()];
  await page.route(/\/(v1|app)\//, async (route) => {
    const request = route.request();
    const operation = findOperation(request.method(), new URL(request.url()).pathname);
    if (operation && !canUseRoute(operation, role)) forbidden.add(operation.id);
    if (!operation || !isWrite(operation)) return route.continue();
    writes.add(operation.id);
    return route.abort();
  });
  return { forbidden, writes };
}

/** Returns the reasons of all disabled controls that name a role. */
async function readRoleReasons(page: Page): Promise<readonly string[]> {
  const texts = await page
    .locator('#content [aria-disabled="true"][aria-describedby]')
    .evaluateAll((controls) =>
      controls.map(
        (control) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
      ),
    );
  return texts.filter((text) => text.startsWith('Requires the'));
}

test.describe.serial('roles', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser);
    const { page } = window;
    await countRunningRequests(page);
    await page.reload();
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

  for (const { role, tried } of [
    { role: 'manager', tried: ['placeSimulatedCall', 'updateSettings'] },
    { role: 'viewer', tried: ['updateSettings'] },
  ] as const)
    test(`no control that a ${roleNames[role]} can press sends a forbidden request`, async () => {
      const { page } = window;
      await switchRole(page, 'admin');
      const pages = await listPages(page);
      await switchRole(page, role);
      const { forbidden, writes } = await recordOperations(page, role);
      const pressedBefore = new Set<string>();
      const shownReasons: string[] = [];
      let pressed = 0;
      for (const { title, hash } of pages) {
        pressed += await pressControls(page, { title, hash, pressedBefore });
        expect([...forbidden], `${role} at ${hash}`).toEqual([]);
        shownReasons.push(...(await readRoleReasons(page)));
      }
      await page.unrouteAll({ behavior: 'wait' });
      expect(pressed).toBeGreaterThan(25);
      expect(shownReasons.length).toBeGreaterThan(5);
      expect(reasons).toEqual(expect.arrayContaining(shownReasons));
      expect([...writes], 'tries the writes that the role can use').toEqual(expect.arrayContaining([...tried]));
    });
});
