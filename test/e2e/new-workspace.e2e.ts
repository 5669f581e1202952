import { expect, test } from '@playwright/test';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { createBillingPage } from '../helpers/pages/billing-page.ts';
import { createCallPage } from '../helpers/pages/call-page.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { findUnreachableControls } from '../helpers/browser/find-unreachable-controls.ts';
import { createKeysPage } from '../helpers/pages/keys-page.ts';
import { openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { createOverviewPage } from '../helpers/pages/overview-page.ts';
import { readLayoutShifts } from '../helpers/browser/read-layout-shifts.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';

test.describe.serial('a new workspace', () => {
  let window: OpenWindow;
  const checkAxe = (label: string) => expectNoViolations(window.page, label);
  /** Checks that each control can also be reached at a zoom of 200%. */
  const check = async (label: string) => {
    const { page } = window;
    await checkAxe(label);
    await page.setViewportSize({ width: 640, height: 400 });
    // The window lays out its tables again after the size has changed.
    await expect.poll(() => findUnreachableControls(page.locator('html')), label).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser, { colorScheme: 'light' });
  });
  test.afterAll(() => window.close());

  test('opens on the overview, which offers the first steps', async () => {
    const { page } = window;
    const overview = createOverviewPage(page);
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    await check('first run');
    await page.getByRole('button', { name: 'New local workspace' }).click();
    const organization = page.getByRole('textbox', { name: 'Organization name' });
    await expect(organization).toBeFocused();
    await check('creating a workspace');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'New local workspace' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(organization).toBeFocused();
    await page.keyboard.type('Harbour Office');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await expect(overview.stateHeading('Get started')).toBeVisible();
    await expect(page.getByText('Harbour Office').last()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    await expect(overview.firstSteps).toBeVisible();
    await check('overview, first steps');
    const step = (name: string) => overview.firstSteps.getByRole('button', { name });
    const chooser = page.waitForEvent('filechooser');
    await step('Add documents').click();
    await chooser;
    await step('Request an agent').click();
    await expect(createAgentsPage(page).form).toBeVisible();
    await overview.open();
    await step('Place a call').click();
    await expect(page.getByRole('region', { name: 'Place a call' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('explains what will appear in each empty view', async () => {
    const { page } = window;
    await openKnowledge(page);
    await expect(page.getByText('No documents yet')).toBeVisible();
    await check('knowledge');
    await createCallsPage(page).open();
    await expect(page.getByText('No calls yet')).toBeVisible();
    await check('calls');
    await createAgentsPage(page).open();
    await expect(page.getByText('No build requests yet')).toBeVisible();
    await check('agents');
    await page.getByRole('link', { name: 'Insights', exact: true }).click();
    await expect(page.getByText('No calls in this period').first()).toBeVisible();
    await check('insights');
    await page.reload();
    await waitForView(page, 'Insights');
    const { total, moved } = await readLayoutShifts(page);
    expect(total, `nothing moves while no data are loaded: ${moved.join('; ')}`).toBeLessThan(0.001);
    await page.getByRole('link', { name: 'API keys', exact: true }).click();
    await expect(createKeysPage(page).emptyState).toBeVisible();
    await check('keys');
  });

  test('has a billing cycle, and explains when its first invoice appears', async () => {
    const { page } = window;
    const billing = createBillingPage(page);
    await billing.open();
    await expect(billing.costHeading).toHaveText('Current charges $0.00');
    await expect(page.getByText('Forecast available after 3 full days')).toBeVisible();
    await expect(page.getByText('No invoices yet. An invoice appears here when a billing cycle ends')).toBeVisible();
    await expect(page.getByText('No completed calls in this cycle yet')).toBeVisible();
    await check('billing');
  });

  test('breaks no rule of axe while the first call is placed and found, and leads to the demo', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    await calls.open();
    await calls.openPanel();
    await calls.number.fill('+9991234567');
    await calls.panel.getByRole('textbox', { name: 'Value of first_name' }).fill('Wilhelmina');
    await calls.panel.getByRole('button', { name: 'Add row' }).click();
    await expect(calls.panel.getByRole('combobox', { name: 'Name 2' })).toBeFocused();
    await page.keyboard.type('first_name');
    await expect(calls.panel.getByText('This name is used twice.')).toHaveCount(2);
    await checkAxe('placing a call, with a warning and errors');
    await calls.panel.getByRole('button', { name: 'Remove first_name' }).last().click();
    await calls.panel.getByRole('combobox', { name: 'Recipient' }).click();
    await expect(page.getByRole('option', { name: 'Doesn’t answer' })).toBeVisible();
    await checkAxe('recipient options');
    await page.getByRole('option', { name: 'Doesn’t answer' }).click();
    await calls.submit.click();
    await expect(createCallPage(page).header).toBeVisible();
    await calls.open();
    await expect(calls.row(0)).toContainText('No answer');
    await calls.selectFilter('Status', 'No answer');
    await checkAxe('calls, filtered');
    await calls.filters.getByRole('button', { name: /^Placed/ }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Last 7 days' })).toBeVisible();
    await checkAxe('filter options');
    await page.keyboard.press('Escape');
    await calls.search.fill('submarine');
    await expect(page.getByText('No calls match')).toBeVisible();
    await checkAxe('calls, no results');
    await page.getByRole('button', { name: 'Workspace: Harbour Office' }).click();
    await expect(page.getByRole('menuitem', { name: 'Open the demo' })).toBeVisible();
    await checkAxe('workspace menu');
    await page.getByRole('menuitem', { name: 'Open the demo' }).click();
    await expect(page.getByRole('note', { name: 'Demo workspace' })).toBeVisible();
  });
});
