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

/** Every explanation of a missing role that a control can show. */
const reasons = new Set(operations.flatMap(({ route }) => (route.roles === 'public' ? [] : explainRoles(route.roles))));

/** Lets reads through, aborts writes, and records the operations that the role cannot use. */
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
      return route.continue().catch(() => undefined); // the page has navigated away
    }
    sent.add(operation.id);
    if (operation.roles !== 'public' && !operation.roles.includes(role)) forbidden.add(operation.id);
    return route.abort().catch(() => undefined);
  });
  return { forbidden, sent };
}

const kinds = ':is(button, input[type="radio"], [role="switch"], [role="radio"], [role^="menuitem"])';
const usable = ':not([aria-disabled="true"]):not(:disabled)';

/** Tests only the first row of a table; sorting needs no permission. */
const skipped = ':not(thead *):not(tr[data-row]:not([data-row="0"]) *)';

/** Limits the controls that are pressed in panels, dialogs and menus which a control opens. */
const maxFollowed = 10;

/** Presses every enabled control of a view, then every control of the panels, dialogs and menus that open. */
async function pressEverything(page: Page, title: string, hash: string): Promise<number> {
  const openView = async () => {
    await page.evaluate((to) => (location.hash = to), hash);
    await waitForView(page, title);
  };
  // By name, because returning to the view renders new elements.
  const done = new Set<string>();
  const press = async (selector: string): Promise<boolean> => {
    const name = await page.evaluate(
      ([query, pressedNames]) => {
        for (const element of document.querySelectorAll(query)) {
          const label = `${element.getAttribute('role')} ${element.getAttribute('aria-label') ?? element.textContent}`;
          if (pressedNames.includes(label) || !element.checkVisibility()) continue;
          document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
          element.setAttribute('data-pressed', '');
          return label;
        }
        return null;
      },
      [selector + usable, [...done]] as const,
    );
    if (name === null) return false;
    done.add(name);
    const control = page.locator('[data-pressed]');
    await control.click({ timeout: 500, force: true, noWaitAfter: true }).catch(() => undefined); // it disappeared before the click
    return true;
  };
  await openView();
  let pressed = 0;
  while (await press(`#content ${kinds}${skipped}`)) {
    pressed += 1;
    for (let followed = 0; followed < maxFollowed; followed++) {
      const opened = `:is(section[aria-label], [role="dialog"], [role="alertdialog"], [role="menu"]) ${kinds}${skipped}`;
      if (!(await press(opened))) break;
      pressed += 1;
    }
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Escape');
    if ((await page.evaluate(() => location.hash)) !== hash) await openView();
    if (pressed > 80) throw new Error(`Too many controls at ${hash}.`);
  }
  return pressed;
}

for (const role of roles.filter((other) => other !== 'admin'))
  test(`no control that ${role === 'manager' ? 'a Manager' : 'a Viewer'} can press sends a forbidden request`, async ({
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
      await fetch('/app/simulated-calls', { method: 'POST', headers, body: JSON.stringify(json) });
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
    await page.evaluate(async (selectedRole) => {
      await fetch('/app/session', {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ role: selectedRole }),
      });
    }, role);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Viewing as/ })).toContainText(/./);

    const { forbidden, sent } = await watchRequests(page, role);
    const targets = [
      ...views.filter(({ id }) => id !== 'overview').map(({ label, path }) => [label, `#${path}`] as const),
      ['Call', `#/calls/${ids.call}`],
      ['Agents', `#/agents?agent=${ids.agent}`],
      ...ids.requests.map((id) => ['Agents', `#/agents?request=${id}`] as const),
      ['Request an agent', '#/agents/new'],
    ] as const;
    let pressed = 0;
    for (const [title, hash] of targets) {
      pressed += await pressEverything(page, title, hash);
      expect([...forbidden], `${role} at ${hash}`).toEqual([]);
      const reasonTexts = await page
        .locator('#content [aria-disabled="true"][aria-describedby]')
        .evaluateAll((elements) =>
          elements.map(
            (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
          ),
        );
      for (const reason of reasonTexts.filter((text) => text.startsWith('Requires the')))
        expect(reasons).toContain(reason);
    }
    expect(pressed).toBeGreaterThan(25);
    const tried = role === 'manager' ? ['placeSimulatedCall', 'updateSettings'] : ['updateSettings'];
    expect([...sent], 'tries the writes that the role can use').toEqual(expect.arrayContaining(tried));
    await window.close();
  });
