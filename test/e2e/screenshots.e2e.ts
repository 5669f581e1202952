import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { createBillingPage } from '../helpers/pages/billing-page.ts';
import { createCallPage, runSimulatedCall } from '../helpers/pages/call-page.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { createKnowledgePage, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { openDemoInBrowser, openInBrowser } from '../helpers/browser/open-window.ts';
import { createOverviewPage } from '../helpers/pages/overview-page.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';

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
    await takeReview(page, take);
    await takeCall(page, take);
    await takeCompactCalls(page, take);
    await takeOtherViews(page, take);
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
  const scrollTo = (heading: RegExp) =>
    page
      .getByRole('heading', { name: heading })
      .first()
      .evaluate((element) => element.scrollIntoView());
  await scrollTo(/knowledge gaps$/);
  await take('insights-gaps');
  await scrollTo(/possible contradictions?$/);
  await take('insights-contradictions');
  await page.getByRole('button', { name: 'Compare with' }).click();
  await page.getByRole('menuitemradio', { name: 'Previous period' }).click();
  await expect(page.getByRole('region', { name: 'Outcomes' })).toContainText('Previous period');
  await page.getByRole('region', { name: 'Outcomes' }).evaluate((chart) => chart.scrollIntoView());
  await take('insights-compared');
  await page.getByRole('radio', { name: 'Custom' }).press('Space');
  await page.getByRole('button', { name: 'Choose date: From' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Calendar: From' })).toBeVisible();
  await take('calendar');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: '30 days' }).press('Space');
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

/** Shows the scorecard and the notes of a call of the demo. */
async function takeReview(page: Page, take: Take): Promise<void> {
  await page.evaluate(() => (location.hash = '#/calls?notes=with_notes&score=scored'));
  await createCallsPage(page).row(0).getByRole('button').press('Enter');
  await page.getByRole('tab', { name: 'Review' }).click();
  const scorecard = page.getByRole('region', { name: 'Scorecard' });
  await expect(scorecard.getByText(/^\d+% /)).toBeVisible();
  await scorecard.evaluate((section) => section.scrollIntoView());
  await take('call-scorecard');
  await page.getByRole('tab', { name: /^Notes/ }).click();
  await expect(createCallPage(page).notes.getByRole('listitem').first()).toBeVisible();
  await createCallPage(page).notes.evaluate((list) => list.scrollIntoView());
  await take('call-notes');
}

async function takeCompactCalls(page: Page, take: Take): Promise<void> {
  const choose = async (density: string) => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: density }).click();
  };
  await choose('Compact');
  await page.evaluate(() => (location.hash = '#/calls?outcomes=successful'));
  await expect(createCallsPage(page).row(0)).toBeVisible();
  await take('calls-compact');
  await choose('Comfortable');
}

async function takeOtherViews(page: Page, take: Take): Promise<void> {
  for (const [name, picture] of [
    ['Team', 'team'],
    ['API keys', 'keys'],
    ['Activity', 'activity'],
    ['Settings', 'settings'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await waitForView(page, name);
    await take(picture);
  }
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
