import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { createBillingPage } from '../helpers/billing-page.ts';
import { createCallPage, runSimulatedCall } from '../helpers/call-page.ts';
import { createCallsPage } from '../helpers/calls-page.ts';
import { createKnowledgePage, openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser, openInBrowser } from '../helpers/open-window.ts';
import { createOverviewPage } from '../helpers/overview-page.ts';
import { waitForView } from '../helpers/wait-for-view.ts';

const pictures = fileURLToPath(new URL('../pictures/', import.meta.url));

const [full, small] = [
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
];

const variants = [
  { name: 'light', colorScheme: 'light', viewport: full },
  { name: 'dark', colorScheme: 'dark', viewport: full },
  { name: 'small', colorScheme: 'light', viewport: small },
] as const;

type Take = (view: string) => Promise<unknown>;

const createTake =
  (page: Page, variant: string): Take =>
  async (view) => {
    await page.mouse.move(0, 0);
    await page.screenshot({ path: `${pictures}${view}-${variant}.png`, animations: 'disabled' });
  };

// Takes the screenshots of the README and of reviews, and is skipped by `npm test`:
// TAKE_PICTURES=1 npx playwright test -c test/playwright.config.ts --project=chromium screenshots
test.skip(process.env['TAKE_PICTURES'] === undefined, 'requires TAKE_PICTURES=1');

for (const { name, ...options } of variants) {
  test(`takes screenshots, ${name}`, async ({ browser }) => {
    const { page, close } = await openDemoInBrowser(browser, { ...options });
    const take = createTake(page, name);
    await takeOverview(page, take);
    await takeInsights(page, take);
    await takeKnowledge(page, take);
    await takeAgents(page, take);
    await takeBilling(page, take);
    await takeCalls(page, take);
    await takeCall(page, take);
    await close();
  });

  test(`takes a screenshot of the first run, ${name}`, async ({ browser }) => {
    const { page, close } = await openInBrowser(browser, { ...options });
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    await createTake(page, name)('first-run');
    await close();
  });
}

async function takeOverview(page: Page, take: Take): Promise<void> {
  await createOverviewPage(page).open();
  await expect(page.getByRole('list', { name: 'Key figures' })).toBeVisible();
  await take('overview');
}

async function takeInsights(page: Page, take: Take): Promise<void> {
  await page.getByRole('link', { name: 'Insights', exact: true }).click();
  await waitForView(page, 'Insights');
  await expect(page.getByRole('slider', { name: 'Calls by day' })).toBeVisible();
  await take('insights');
  const gaps = page.getByRole('heading', { name: /knowledge gaps$/ });
  await gaps.evaluate((heading) => heading.scrollIntoView());
  await take('insights-gaps');
}

async function takeKnowledge(page: Page, take: Take): Promise<void> {
  const knowledge = createKnowledgePage(page);
  await openKnowledge(page);
  await expect(knowledge.rowOf('Plans and pricing 2026')).toBeVisible();
  await take('knowledge');
  await expect(await knowledge.search('How much does a technician visit cost?')).toBeVisible();
  await take('knowledge-search');
  await knowledge.clearSearch();
}

async function takeAgents(page: Page, take: Take): Promise<void> {
  const agents = createAgentsPage(page);
  await agents.open();
  await expect(agents.requestRow('Router swaps')).toBeVisible();
  await take('agents');
  await agents.requestRow('Outage notices').getByRole('button').click();
  await expect(agents.panel('Outage notices')).toBeVisible();
  await take('request');
  await page.keyboard.press('Escape');
}

async function takeBilling(page: Page, take: Take): Promise<void> {
  const billing = createBillingPage(page);
  await billing.open();
  await expect(page.locator('canvas')).toBeVisible();
  await expect(billing.table).toBeVisible();
  await take('billing');
}

async function takeCalls(page: Page, take: Take): Promise<void> {
  const calls = createCallsPage(page);
  await calls.open();
  for (const index of [1, 2]) await calls.row(index).getByRole('checkbox').check();
  await expect(page.getByText('2 calls selected')).toBeVisible();
  await take('calls');
  await page.keyboard.press('Escape');
  await calls.openPanel();
  await calls.number.fill('+14155550177');
  await calls.panel
    .getByRole('textbox', { name: /^Value of/ })
    .first()
    .fill('Wilhelmina');
  await take('place-call');
  await page.keyboard.press('Escape');
}

/** Runs a call in which the agent cites documents. */
async function takeCall(page: Page, take: Take): Promise<void> {
  const call = createCallPage(page);
  await call.open(await runSimulatedCall(page, { number: '+14155550132' }));
  const cited = call.turns.filter({ has: page.getByRole('button', { name: /sources?$/ }) }).first();
  await call.playTurn(cited);
  await expect(call.sources.getByRole('listitem').first()).toBeVisible();
  await call.pause.click();
  // Dismisses the usage notices, which would cover the view.
  const notices = page.locator('[data-toast] [aria-label="Dismiss"]');
  for (const dismiss of await notices.all()) await dismiss.click();
  await expect(notices).toHaveCount(0);
  await take('call');
  await page.getByRole('tab', { name: 'Review' }).click();
  await expect(page.getByRole('region', { name: 'Key moments' })).toBeVisible();
  await page.getByRole('complementary', { name: 'Call details' }).scrollIntoViewIfNeeded();
  await take('call-review');
}
