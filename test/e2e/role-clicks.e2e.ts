import { expect, test, type Page } from '@playwright/test';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract.ts';
import { explainRoles, roles, type Role } from '../../shared/roles.ts';
import { views } from '../../shared/views.ts';
import { isWrite, type Route } from '../../shared/route.ts';
import { waitForView } from '../helpers/wait-for-view.ts';
import { waitForDemoDocuments, openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser } from '../helpers/open-window.ts';

const operations = [
  ...Object.values<Route>(v1Routes).map((route) => ({ route, path: routeTreePaths.v1 + route.path })),
  ...Object.values<Route>(appRoutes).map((route) => ({ route, path: routeTreePaths.app + route.path })),
].map(({ route, path }) => ({ route, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

const findOperation = (method: string, path: string) =>
  operations.find(({ route, pattern }) => route.method === method.toLowerCase() && pattern.test(path))?.route;

/** All that a control of this window says where a role is missing. */
const reasons = new Set(operations.flatMap(({ route }) => (route.roles === 'public' ? [] : explainRoles(route.roles))));

/** Lets questions through, stops commands on their way, and notes what the role may not ask for. */
async function watchRequests(
  page: Page,
  role: Role,
): Promise<{ readonly forbidden: Set<string>; readonly sent: Set<string> }> {
  const [forbidden, sent] = [new Set<string>(), new Set<string>()];
  await page.unrouteAll();
  await page.route(/\/(v1|app)\//, async (route) => {
    const request = route.request();
    const operation = findOperation(request.method(), new URL(request.url()).pathname);
    if (!operation || !isWrite(operation)) {
      if (operation && operation.roles !== 'public' && !operation.roles.includes(role)) forbidden.add(operation.id);
      return route.continue().catch(() => undefined); // the page has moved on
    }
    sent.add(operation.id);
    if (operation.roles !== 'public' && !operation.roles.includes(role)) forbidden.add(operation.id);
    return route.abort().catch(() => undefined);
  });
  return { forbidden, sent };
}

const kinds = ':is(button, input[type="radio"], [role="switch"], [role="radio"], [role^="menuitem"])';
const usable = ':not([aria-disabled="true"]):not(:disabled)';

/** Of a table, its first row stands for all; sorting it is nobody's to forbid. */
const elsewhere = ':not(thead *):not(tr[data-row]:not([data-row="0"]) *)';

/** As many as a panel, its dialog and that one's menu hold together. */
const followedMax = 10;

/** Presses everything at a place that is not disabled, and then what that has brought up. */
async function pressEverything(page: Page, title: string, hash: string): Promise<number> {
  const enter = async () => {
    await page.evaluate((to) => (location.hash = to), hash);
    await waitForView(page, title);
  };
  // By their names, as going back to a place draws it anew.
  const done = new Set<string>();
  const press = async (selector: string): Promise<boolean> => {
    const name = await page.evaluate(
      ([wanted, known]) => {
        for (const element of document.querySelectorAll(wanted)) {
          const called = `${element.getAttribute('role')} ${element.getAttribute('aria-label') ?? element.textContent}`;
          if (known.includes(called) || !element.checkVisibility()) continue;
          document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
          element.setAttribute('data-pressed', '');
          return called;
        }
        return null;
      },
      [selector + usable, [...done]] as const,
    );
    if (name === null) return false;
    done.add(name);
    const control = page.locator('[data-pressed]');
    await control.click({ timeout: 500, force: true, noWaitAfter: true }).catch(() => undefined); // it went before that
    return true;
  };
  await enter();
  let pressed = 0;
  while (await press(`#content ${kinds}${elsewhere}`)) {
    pressed += 1;
    for (let followed = 0; followed < followedMax; followed++) {
      const brought = `:is(section[aria-label], [role="dialog"], [role="alertdialog"], [role="menu"]) ${kinds}${elsewhere}`;
      if (!(await press(brought))) break;
      pressed += 1;
    }
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Escape');
    if ((await page.evaluate(() => location.hash)) !== hash) await enter();
    if (pressed > 80) throw new Error(`There is no end of controls at ${hash}.`);
  }
  return pressed;
}

for (const role of roles.filter((one) => one !== 'admin'))
  test(`nothing that ${role === 'manager' ? 'a Manager' : 'a Viewer'} can press asks for what the role may not do`, async ({
    browser,
  }) => {
    const window = await openDemoInBrowser(browser, { reducedMotion: 'reduce' });
    const { page } = window;
    await openKnowledge(page);
    await waitForDemoDocuments(page);
    const ids = await page.evaluate(async () => {
      const read = async (path: string) => (await (await fetch(path)).json()) as { data: Record<string, string>[] };
      const first = async (path: string, key: string) => (await read(path)).data[0]?.[key] ?? '';
      const json = {
        agent_id: await first('/v1/agents', 'agent_id'),
        recipient_number: '+14155550132',
        persona: 'no_answer',
      };
      const headers = { 'Content-Type': 'application/json' };
      await fetch('/app/rehearsals', { method: 'POST', headers, body: JSON.stringify(json) });
      const requests = (await read('/app/agent-requests')).data;
      return {
        call: await first('/v1/calls', 'call_id'),
        agent: json.agent_id,
        requests: ['pending_review', 'uat', 'delivered'].map(
          (status) => requests.find((one) => one['status'] === status)?.['request_id'] ?? '',
        ),
      };
    });
    expect(ids.requests.every((id) => id !== '')).toBe(true);
    await page.evaluate(async (wanted) => {
      await fetch('/app/session', {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ role: wanted }),
      });
    }, role);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Your role/ })).toContainText(/./);

    const { forbidden, sent } = await watchRequests(page, role);
    const places = [
      ...views.filter(({ id }) => id !== 'overview').map(({ label, path }) => [label, `#${path}`] as const),
      ['Call', `#/calls/${ids.call}`],
      ['Agents', `#/agents?agent=${ids.agent}`],
      ...ids.requests.map((id) => ['Agents', `#/agents?request=${id}`] as const),
      ['Request an agent', '#/agents/new'],
    ] as const;
    let pressed = 0;
    for (const [title, hash] of places) {
      pressed += await pressEverything(page, title, hash);
      expect([...forbidden], `${role} at ${hash}`).toEqual([]);
      const told = await page
        .locator('#content [aria-disabled="true"][aria-describedby]')
        .evaluateAll((elements) =>
          elements.map(
            (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
          ),
        );
      for (const reason of told.filter((text) => text.startsWith('Requires the'))) expect(reasons).toContain(reason);
    }
    expect(pressed).toBeGreaterThan(25);
    const tried = role === 'manager' ? ['placeSimulatedCall', 'updateSettings'] : ['updateSettings'];
    expect([...sent], 'what the role may do was tried').toEqual(expect.arrayContaining(tried));
    await window.close();
  });
