import { expect, test, type Page } from '@playwright/test';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { formatPhoneNumber } from '../../renderer/format/phone-number.ts';
import { explainRoles, roleNames, type Role } from '../../shared/contract/roles.ts';
import { canUseRoute, isWrite, type Route } from '../../shared/contract/route.ts';
import { views } from '../../shared/window/views.ts';
import { waitForDemoDocuments, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { countRunningRequests, pressControls } from '../helpers/browser/press-controls.ts';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';
import { switchRole } from '../helpers/browser/switch-role.ts';

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

test.describe.serial('the controls of all views', () => {
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

  for (const { role, tried } of [
    { role: 'manager', tried: ['placeSimulatedCall', 'updateSettings'] },
    { role: 'viewer', tried: ['updateSettings'] },
  ] as const)
    test(`that a ${roleNames[role]} can press send no forbidden request`, async () => {
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
