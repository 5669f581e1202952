import { expect, test, type Locator, type Page } from '@playwright/test';
import { views } from '../../shared/window/views.ts';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { checkKeyboardReach } from '../helpers/browser/check-keyboard-reach.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { createKnowledgePage, openKnowledge, waitForDemoDocuments } from '../helpers/pages/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';
import { readLayoutShifts, readPageTime } from '../helpers/browser/read-layout-shifts.ts';

/** A hundredth of what counts as good: a move of some pixels in one line of a toolbar. */
const maxLayoutShift = 0.001;

test.describe.serial('views of the demo', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser, { colorScheme: 'light' });
    await openKnowledge(window.page);
    await waitForDemoDocuments(window.page);
  });
  test.afterAll(() => window.close());

  for (const { label } of views) {
    test(`every control is reachable by Tab or arrow keys, shows its focus, and breaks no rule of axe: ${label}`, async () => {
      const { page } = window;
      const clickedMs = await readPageTime(page);
      await page.getByRole('link', { name: label, exact: true }).click();
      await waitForView(page, label);
      const opening = await readLayoutShifts(page, clickedMs);
      await page.reload();
      await waitForView(page, label);
      const loading = await readLayoutShifts(page);
      for (const { total, moved } of [opening, loading])
        expect(total, `nothing moves while it loads: ${moved.join('; ')}`).toBeLessThan(maxLayoutShift);
      await checkKeyboardReach(page);
      await expectNoViolations(page, label);
    });
  }

  test('show with forced colors what is current, chosen, highlighted and on', async () => {
    const { page } = window;
    await page.emulateMedia({ forcedColors: 'active' });
    const highlight = await page.evaluate(() => {
      const probe = document.createElement('div');
      probe.style.cssText = 'forced-color-adjust: none; background-color: Highlight';
      document.body.append(probe);
      const color = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return color;
    });
    const expectHighlight = async (element: Locator, other: Locator) => {
      await expect(element).toHaveCSS('background-color', highlight);
      await expect(other).not.toHaveCSS('background-color', highlight);
    };
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: 'Insights' }).click();
    await waitForView(page, 'Insights');
    await expectHighlight(nav.getByRole('link', { name: 'Insights' }), nav.getByRole('link', { name: 'Billing' }));
    await expectHighlight(page.getByRole('radio', { name: '30 days' }), page.getByRole('radio', { name: '7 days' }));
    await page.getByRole('button', { name: /^Workspace: / }).press('Enter');
    await page.keyboard.press('End');
    const item = page.getByRole('menuitem');
    await expectHighlight(item.filter({ hasText: 'Remove…' }), item.filter({ hasText: 'Rename…' }));
    await page.keyboard.press('Escape');
    await nav.getByRole('link', { name: 'API keys' }).click();
    const localApi = page.getByRole('switch', { name: 'Enable local API access' });
    await expect(localApi, 'is off, with a visible edge').toHaveCSS('box-shadow', /inset/);
    await expect(localApi).not.toHaveCSS('background-color', highlight);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  test('Team lists, filters, sorts and counts members', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Team' }).click();
    const table = page.getByRole('table', { name: 'Members' });
    const rows = table.getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    const members = (await rows.count()) - 1;
    await expect(page.getByText(new RegExp(`^${members} members, \\d+ invites? pending$`))).toBeVisible();
    for (const text of ['Admin', 'Manager', 'Viewer', 'Active', 'Invite pending'])
      await expect(table.getByRole('cell', { name: text }).first()).toBeVisible();

    const readEmails = () => table.getByRole('rowheader').allInnerTexts();
    const ascending = (await readEmails()).toSorted();
    expect(await readEmails()).toEqual(ascending);
    await table.getByRole('button', { name: 'Email' }).click();
    await expect(table.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending');
    expect(await readEmails()).toEqual(ascending.toReversed());

    const filter = page.getByRole('textbox', { name: 'Filter members' });
    await filter.fill('pending');
    await expect(table.getByRole('cell', { name: 'Active' })).toHaveCount(0);
    await expect(table.getByRole('cell', { name: 'Invite pending' }).first()).toBeVisible();
    await filter.fill('no such member');
    await expect(page.getByText('No results for “no such member”')).toBeVisible();
    await filter.press('Escape');
    await expect(rows).toHaveCount(members + 1);
  });

  test('have the number before the noun in the headings of lists', async () => {
    const { page } = window;
    for (const [label, headings] of [
      ['Overview', [/^3 open build requests$/]],
      ['Insights', [/^\d+ knowledge gaps$/, /^\d+ most cited passages$/]],
      ['Agents', [/^3 agents$/, /^5 build requests$/]],
      ['Billing', [/^\d+ invoices$/]],
    ] as const) {
      await page.getByRole('link', { name: label, exact: true }).click();
      for (const name of headings) await expect(page.getByRole('heading', { name })).toBeVisible();
    }
  });

  test('have rows of 28 pixels in the compact density', async () => {
    const { page } = window;
    const choose = async (name: string) => {
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('radio', { name }).click();
    };
    await choose('Compact');
    for (const { label } of views) {
      await page.getByRole('link', { name: label, exact: true }).first().click();
      await waitForView(page, label);
      const heights = await page
        .locator('tr[data-row]')
        .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))]);
      expect(
        heights.every((height) => height === 28),
        `${label}: ${heights.join()}`,
      ).toBe(true);
    }
    await choose('Comfortable');
  });

  test('fit the largest text into the smallest window', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 900, height: 600 });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Largest' }).click();
    for (const { label } of views) {
      await page.getByRole('link', { name: label, exact: true }).first().click();
      await waitForView(page, label);
      expect(await findOverflow(page), label).toEqual([]);
      expect(await findCutText(page), label).toEqual([]);
    }
    await createAgentsPage(page).open();
    await createAgentsPage(page).openForm();
    expect(await findCutText(page), 'build request form').toEqual([]);
    await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
    await createKnowledgePage(page).rowOf('Plans and pricing 2026').getByRole('button').click();
    await expect(page.getByRole('tab', { name: 'Original' })).toBeInViewport({ ratio: 1 });
    expect(await findOverflow(page), 'document panel').toEqual([]);
  });
});

/** Returns the controls that overflow the window. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('header *, nav *, main button, main input')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, table, [role="dialog"]'))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40) ?? ''}`),
  );
}

/** Returns truncated texts of the interface. Names, and elements with a title, may be truncated. */
function findCutText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, main [role="status"], main thead *, main td, main td *')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, [title]'))
      .filter((element) => !element.querySelector('[title]') && element.scrollWidth > element.clientWidth)
      .filter((element) => getComputedStyle(element).overflowX === 'hidden')
      .map((element) => element.textContent),
  );
}
