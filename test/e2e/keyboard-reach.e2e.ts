import { expect, test, type Page } from '@playwright/test';
import { views } from '../../shared/views.ts';
import { waitForView } from '../helpers/wait-for-view.ts';
import { waitForDemoDocuments, openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/open-window.ts';

test.describe.serial('every control of a view', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser, { reducedMotion: 'reduce' });
    await openKnowledge(window.page);
    await waitForDemoDocuments(window.page);
  });
  test.afterAll(() => window.close());

  for (const { label, keys } of views) {
    test(`is reachable by Tab or arrow keys and shows its focus: ${label}`, async () => {
      const { page } = window;
      for (const key of keys.split(' ')) await page.keyboard.press(key.replace('mod', 'Control'));
      await waitForView(page, label);
      await checkReach(page);
    });
  }

  test('is reachable in open panels and forms: Agents, Billing', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('table', { name: 'Requests' }).getByRole('button', { name: 'Outage notices' }).click();
    await expect(page.getByRole('region', { name: 'Outage notices' })).toBeVisible();
    await checkReach(page);
    await page.getByRole('button', { name: 'Request an agent' }).click();
    await expect(page.getByRole('textbox', { name: 'Objective' })).toBeVisible();
    await checkReach(page);
    await page.getByRole('link', { name: 'Billing', exact: true }).click();
    await page.getByRole('table', { name: 'Invoices' }).getByRole('button').nth(6).click();
    await expect(page.getByRole('region', { name: /^Invoice / })).toBeVisible();
    await checkReach(page);
  });
});

/** Presses Tab until the focus returns to its start. Asserts that all controls were reached and showed their focus. */
async function checkReach(page: Page): Promise<void> {
  await page.evaluate(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement) focused.blur();
    Reflect.set(globalThis, 'reached', new Set<Element>());
    Reflect.set(globalThis, 'ringed', new Set<Element>());
  });
  const maxPresses = 150;
  let hasReturned = false;
  for (let presses = 0; presses < maxPresses && !hasReturned; presses++) {
    await page.keyboard.press('Tab');
    hasReturned = await page.evaluate(() => {
      const reached = Reflect.get(globalThis, 'reached') as Set<Element>; // both set above
      const ringed = Reflect.get(globalThis, 'ringed') as Set<Element>;
      const focused = document.activeElement ?? document.body;
      const [first] = reached;
      // A date field has several Tab stops.
      if (focused === first && reached.size > 1) return true;
      reached.add(focused);
      // The focus ring can be drawn around a whole row, or by an ancestor of a field.
      const styles = [
        getComputedStyle(focused),
        getComputedStyle(focused, '::after'),
        ...[focused.parentElement, focused.parentElement?.parentElement].map(
          (around) => around && getComputedStyle(around),
        ),
      ];
      if (styles.some((style) => style && style.outlineStyle !== 'none')) ringed.add(focused);
      return false;
    });
  }
  expect(hasReturned, 'the focus returns to the first control').toBe(true);
  const { unreached, unseen } = await page.evaluate(() => {
    const reached = Reflect.get(globalThis, 'reached') as Set<Element>;
    const ringed = Reflect.get(globalThis, 'ringed') as Set<Element>;
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, summary, audio[controls], [role="button"], [role="tab"], [role="switch"], [role="radio"], [role="slider"]',
    );
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[aria-hidden="true"], [inert]') === null &&
      !element.matches(':disabled, [type="file"]');
    /** Whether the element belongs to a group with one Tab stop, whose other elements are reached by arrow keys. */
    const isOfReachedGroup = (element: HTMLElement) => {
      const group = element.closest('table, [role="radiogroup"], [role="group"], [role="tablist"], [role="toolbar"]');
      const isOne = element.tabIndex < 0 || element.matches('tr[data-row] th button');
      return isOne && group !== null && [...reached].some((other) => group.contains(other));
    };
    return {
      unreached: [...controls]
        .filter((element) => isShown(element) && !reached.has(element) && !isOfReachedGroup(element))
        .map((element) => `${element.textContent} ${element.outerHTML.slice(0, 120)}`),
      unseen: [...reached]
        .filter((element) => element !== document.body && !ringed.has(element))
        .map((element) => element.outerHTML.slice(0, 160)),
    };
  });
  expect(unreached).toEqual([]);
  expect(unseen, 'controls without a visible focus').toEqual([]);
}
