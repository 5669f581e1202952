import { expect, test, type Locator } from '@playwright/test';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { expectOneRow } from '../helpers/browser/expect-one-row.ts';
import { createKnowledgePage } from '../helpers/pages/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';

/** Returns the text that describes an element for assistive technology. */
const readDescription = (element: Locator) =>
  element.evaluate((node) => document.getElementById(node.getAttribute('aria-describedby') ?? '')?.textContent ?? '');

test.describe.serial('insights', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser);
  });
  test.afterAll(() => window.close());

  test('show the same calls as the list that they lead to', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Insights', exact: true }).click();
    await page.getByRole('radio', { name: '90 days' }).click();
    await expect(page.getByRole('slider', { name: 'Calls by day' })).toHaveAttribute('aria-valuemax', '90');
    const figures = page.getByRole('list', { name: 'Key figures' }).getByRole('listitem');
    await expect(figures).toHaveCount(4);
    const calls = page.getByRole('link', { name: /^Calls/ }).last();
    const counted = Number((await calls.locator('.text-title').innerText()).replaceAll(/\D/g, ''));
    expect(counted).toBeGreaterThan(0);
    await page.getByRole('slider', { name: 'Outcomes' }).focus();
    await page.getByRole('slider', { name: 'Outcomes' }).press('Home');
    const outcome = (await page.getByRole('slider', { name: 'Outcomes' }).getAttribute('aria-valuetext')) ?? '';
    await page.keyboard.press('Enter');
    await waitForView(page, 'Calls');
    const [, name = '', count = ''] = /^(.+): (\d+)/.exec(outcome) ?? [];
    await expect(page.getByRole('button', { name: new RegExp(`^Outcome ?: ${name}$`) })).toBeVisible();
    const total = page.getByRole('status').filter({ hasText: /^[\d,.\s]+ calls?$/ });
    await expect(total).toHaveText(new RegExp(`^${count} `));

    await page.getByRole('link', { name: 'Insights', exact: true }).click();
    const success = page.getByRole('link', { name: /^Success rate/ });
    await expect(success).toHaveAccessibleDescription(/^[\d,.]+ of [\d,.]+ answered calls had a successful outcome\./);
    const [successful = ''] = /^[\d,.]+/.exec(await readDescription(success)) ?? [];
    await success.click();
    await expect(page.getByRole('button', { name: /^Outcome ?: Successful$/ })).toBeVisible();
    await expect(total).toHaveText(`${successful} calls`);
  });

  test('remember their period, and compare periods and agents', async () => {
    const { page } = window;
    await page.reload();
    await page.getByRole('link', { name: 'Insights', exact: true }).click();
    await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
    await page.getByRole('button', { name: 'Compare with' }).click();
    await page.getByRole('menuitemradio', { name: 'Previous period' }).click();
    await expect(page.getByRole('region', { name: 'Calls by day' })).toContainText('This period');
    await expect(page.getByRole('region', { name: 'Calls by day' })).toContainText('Previous period');
    await page.getByRole('button', { name: 'Agent', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Renewal reminders' }).click();
    await expect(page.getByRole('slider', { name: 'Agents' })).toHaveAttribute('aria-valuemax', '1');
    await page.getByRole('button', { name: /^Compare with/ }).click();
    await page.getByRole('menuitemradio', { name: 'Visit confirmations' }).click();
    await expect(page.getByText('Compared with Visit confirmations')).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Agents' })).toHaveAttribute('aria-valuemax', '2');
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('link', { name: 'Insights', exact: true }).click();
    await expect(page.getByText('Compared with Visit confirmations')).toBeVisible();
    await page.getByRole('button', { name: /^Compare with/ }).click();
    await page.getByRole('menuitemradio', { name: 'Another period' }).click();
    await page.getByRole('radio', { name: 'Custom' }).click();
    await expect(page.getByLabel('Starting', { exact: true })).toBeVisible();
    await expect(page.getByLabel('From', { exact: true })).toBeVisible();
    await expectOneRow(page.getByRole('group', { name: 'Filters' }));
    await page.getByRole('radio', { name: '90 days' }).click();
    for (const name of [/^Compare with/, /^Agent/]) {
      await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name }).click();
      await page.getByRole('menuitemradio', { name: 'Any' }).click();
    }
    await expect(page.getByText('No trend for calls: the first call was placed')).toBeVisible();
  });

  test('list the questions that the documents do not answer, and resolve one with a new document', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Insights', exact: true }).click();
    const gaps = page.getByRole('list', { name: 'Knowledge gaps', exact: true });
    await expect(gaps.getByRole('listitem')).not.toHaveCount(0);
    await expect(page.getByText(/^Grouping|Grouping \d+ more/)).toBeHidden();
    const first = gaps.getByRole('listitem').first();
    const question = await first.locator('bdi').innerText();
    await first.getByRole('button', { name: /^Resolve/ }).click();
    await expect(first.getByText('Your documents still do not answer this question.')).toBeVisible();

    const chooser = page.waitForEvent('filechooser');
    await first.getByRole('button', { name: /^Add document/ }).click();
    const text = `${question}\n\nYes. ${question.replace(/\?$/, '.')}`;
    await (await chooser).setFiles({ name: 'answer.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await waitForView(page, 'Knowledge');
    await expect(page.getByText(`For the question “${question}”`)).toBeVisible();
    await createKnowledgePage(page).waitForActive('answer');

    await page.getByRole('link', { name: 'Insights', exact: true }).click();
    await page.getByRole('button', { name: `Resolve “${question}”` }).click();
    const resolved = page.getByRole('list', { name: 'Resolved knowledge gaps' });
    await expect(resolved).toContainText(`Agents now answer “${question}”`);
    await expect(resolved.getByRole('link', { name: 'answer' })).toBeVisible();
    await expect(page.getByRole('button', { name: `Resolve “${question}”` })).toHaveCount(0);
    await expectNoViolations(page, 'knowledge gaps');

    await gaps.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/calls\/[^?]+\?t=/);
  });

  test('show passages that may contradict each other side by side, and dismiss a pair', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Insights', exact: true }).click();
    await page.getByRole('group', { name: 'Filters' }).getByText('90 days').click();
    const pairs = page.getByRole('list', { name: 'Possible contradictions' }).getByRole('listitem');
    // The passage cited more often comes first, which depends on the date of the demo.
    const pair = pairs.filter({ hasText: /Different numbers: (\$45\.00 and \$30\.00|\$30\.00 and \$45\.00)/ }).first();
    for (const sentence of [/wasted trip is \$45\.00/, /wasted trip costs \$30\.00/])
      await expect(pair.getByRole('blockquote').filter({ hasText: sentence })).toHaveCount(1);
    await expectNoViolations(page, 'possible contradictions');
    const dismiss = pair.getByRole('button', { name: /^Dismiss/ });
    await dismiss.focus();
    await page.keyboard.press('Enter');
    await expect(pair).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(pair).toHaveCount(1);
    await pair.getByRole('link', { name: /^Frequently asked questions/ }).click();
    await waitForView(page, 'Knowledge');
    await expect(page).toHaveURL(/chunk=/);
  });

  test('list the passages cited most, with the answers that cite them, and the documents without citations', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Insights', exact: true }).click();
    const cited = page.getByRole('list', { name: 'Most cited passages' });
    await expect(cited.getByRole('listitem')).toHaveCount(5);
    await expect(page.getByRole('list', { name: 'Documents without citations' })).toContainText('answer');
    await cited
      .getByRole('link', { name: / at \d+:\d\d$/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/calls\/[^?]+\?t=/);
    await page.goBack();
    await cited.getByRole('link').first().click();
    await waitForView(page, 'Knowledge');
    await expect(page).toHaveURL(/chunk=/);
  });
});
