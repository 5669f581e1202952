import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { demoCalls } from '../../electron/service/workspaces/demo/demo-calls.ts';
import { getRecordingPath } from '../../electron/service/workspaces/demo/recorded-call.ts';
import { createCallPage, placeSimulatedCallInPage, readCallStatus } from '../helpers/pages/call-page.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openDemoInBrowser, openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { prepareCalls } from '../helpers/data/prepare-calls.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';

test.describe.serial('the review of calls', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser);
  });
  test.afterAll(() => window.close());

  test('names the recipient in list, search and call, by the rule of the settings', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await list.open(); // the window has signed in
    const callId = await placeSimulatedCallInPage(page, { persona: 'no_answer' });
    await expect.poll(() => readCallStatus(page, callId)).toBe('no_answer');
    await list.search.fill('wilhelm');
    await expect(list.totalStatus('1')).toBeVisible();
    await expect(list.row(0)).toContainText('Wilhelmina +1 415 555 0132');
    await expect(list.row(0), 'the text that matches').toContainText('Name Wilhelmina');
    await list.row(0).click();
    await expect(createCallPage(page).header.getByRole('heading')).toHaveAccessibleName(
      /called Wilhelmina \+1 415 555 0132$/,
    );

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Recipient name' }).fill('company');
    await page.getByRole('region', { name: 'Calls' }).getByRole('button', { name: 'Save' }).click();
    await list.open();
    await expect(list.row(0)).toContainText(/^\+1 415 555 0132/);
  });

  test('is scored by rules and by a reviewer, with a criterion that the settings add', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Settings' }).click();
    const criteria = page.getByRole('region', { name: 'Scorecard' });
    await criteria.getByRole('button', { name: 'Add criterion' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add criterion' });
    await dialog.getByLabel('Name').fill('Keeps promises');
    await expectNoViolations(page, 'the dialog that adds a criterion');
    await dialog.getByLabel('Name').press('Enter');
    await expect(criteria.getByRole('listitem').last()).toContainText('Keeps promises');
    await criteria.getByRole('button', { name: 'Move Keeps promises up' }).press('Enter');
    await expect(criteria.getByRole('listitem').last()).not.toContainText('Keeps promises');

    const recorded = demoCalls.find(({ callId }) => existsSync(getRecordingPath(callId)));
    await createCallPage(page).open(recorded?.callId ?? '');
    await page.getByRole('tab', { name: 'Review' }).click();
    const scorecard = page.getByRole('region', { name: 'Scorecard' });
    await expect(scorecard).toContainText('Rule: The documents answer every question of the recipient');
    const before = await scorecard.getByText(/^\d+% /).innerText();
    await scorecard
      .getByRole('radiogroup', { name: 'Keeps promises' })
      .getByRole('radio', { name: 'No', exact: true })
      .focus();
    await page.keyboard.press('Space');
    await expect(scorecard.getByRole('button', { name: 'Clear the answer for Keeps promises' })).toBeVisible();
    await expect(createCallPage(page).play, 'the recording does not start').toBeVisible();
    await expect(scorecard.getByText(/^\d+% /)).not.toHaveText(before);
    await expectNoViolations(page, 'the scorecard of a call');
  });

  test('tags calls that were selected with the keyboard, and restores them', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await list.open();
    await list.search.fill('');
    await expect(list.row(1)).toBeVisible();
    await list.row(0).getByRole('button').press('x');
    await page.keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('group', { name: 'Selected calls' });
    await expect(bar.getByRole('status')).toHaveText('2 calls selected');
    await bar.getByRole('button', { name: 'Add tag' }).press('Enter');
    await page.getByRole('combobox', { name: 'Tags' }).fill('Win back');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add tags' }).press('Enter');
    for (const index of [0, 1]) await expect(list.row(index)).toContainText('Win back');
    await expect(page.getByText('Added “Win back” to 2 calls').first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    for (const index of [0, 1]) await expect(list.row(index)).not.toContainText('Win back');
    await list.row(0).getByRole('button').press('Escape');
    await expect(bar.getByRole('button')).toHaveCount(0);
  });

  test('opens a call at the note that a search finds', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await list.open();
    await list.search.fill('training');
    await expect(list.row(0)).toContainText('Note “Short and exact. Use this answer for training.”');
    await list.row(0).getByRole('button').press('Enter');
    await expect(page).toHaveURL(/\/calls\/call_\w+\?t=[1-9]/);
    await expect(page.getByRole('tab', { name: /^Notes/ })).toHaveAttribute('aria-selected', 'true');
  });

  test('shows summary, topics and key moments, and goes to the turn of each', async () => {
    const { page } = window;
    const call = createCallPage(page);
    const recorded = demoCalls.find(({ callId }) => existsSync(getRecordingPath(callId)));
    await call.open(recorded?.callId ?? '');
    const details = page.getByRole('complementary', { name: 'Call details' });
    await details.getByRole('tab', { name: 'Review' }).click();
    const moments = details.getByRole('region', { name: 'Key moments' });
    await expect(moments).toContainText(/Talk ratioAgent \d+% · Recipient \d+%/);
    await expectNoViolations(page, 'the key moments of a call');
    const quote = details.getByRole('region', { name: 'Summary' }).getByRole('listitem').last().getByRole('button');
    const quotedAt = (await quote.innerText()).match(/\d+:\d+/)?.[0] ?? '';
    await quote.press('Enter');
    await expect(call.slider).toHaveAttribute('aria-valuetext', new RegExp(`^${quotedAt} of `));
    await expect(call.turns.getByRole('button', { name: new RegExp(`^${quotedAt} ?, play`) })).toBeFocused();
    const topic = details.getByRole('region', { name: 'Topics' }).getByRole('button', { name: /^Closing/ });
    const topicAt = (await topic.innerText()).match(/\d+:\d+/)?.[0] ?? '';
    await topic.press('Enter');
    await expect(call.slider).toHaveAttribute('aria-valuetext', new RegExp(`^${topicAt} of `));
    await page
      .locator('[data-part="topics"]')
      .getByTitle(/^Greeting/)
      .click({ position: { x: 4, y: 8 } });
    await expect(call.slider).not.toHaveAttribute('aria-valuetext', new RegExp(`^${topicAt} of `));
    const link = moments.getByRole('button', { name: /^Go to / });
    const time = (await link.innerText()).match(/\d+:\d+$/)?.[0] ?? '';
    await link.click();
    await expect(call.slider).toHaveAttribute('aria-valuetext', new RegExp(`^${time} of `));
    await expect(details.getByRole('button', { name: 'Mark as reviewed' }), 'always in sight').toBeInViewport();
  });

  test('filters calls by how both speakers talked', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await list.open();
    await list.search.fill('');
    await list.selectFilter('Agent’s talk time', 'Agent talked 70% or more');
    const filtered = page.waitForResponse((response) => response.url().includes('questions_min'));
    await list.selectFilter('Recipient’s questions', 'Recipient asked 1 question or more');
    await expect(page).toHaveURL(/talk=70&questions=1$/);
    await filtered;
    await waitForView(page, 'Calls'); // the list before is shown, and busy, until then
    await list.row(0).getByRole('button').press('Enter');
    const details = page.getByRole('complementary', { name: 'Call details' });
    await details.getByRole('tab', { name: 'Review' }).click();
    const moments = details.getByRole('region', { name: 'Key moments' });
    await expect(moments).toContainText(/Agent (?:[7-9]\d|100)%/);
    await expect(moments).toContainText(/Questions.*Recipient [1-9]/);
  });

  test('filters calls by the total of their scorecard', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await list.open();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await list.selectFilter('Status', 'No answer');
    await list.selectFilter('Total score', 'Score below 70%');
    await expect(page).toHaveURL(/scoredBelow=70$/);
    await expect(list.row(0), 'calls without a total do not match').toHaveCount(0);
    await list.selectFilter('Status', 'Completed');
    await list.row(0).getByRole('button').press('Enter');
    await page.getByRole('tab', { name: 'Review' }).click();
    const scorecard = page.getByRole('region', { name: 'Scorecard' });
    await expect(scorecard).toContainText(/(?:^|[^\d])[1-6]?\d%/);
  });
});

test('goes through the calls of the list, in its order and with its filter, without leaving the call', async ({
  browser,
}) => {
  const window = await openInBrowser(browser, {}, (dataDir) => prepareCalls(dataDir, { name: 'Harbour', count: 600 }));
  const { page } = window;
  const list = createCallsPage(page);
  const stepper = page.getByRole('group', { name: 'Calls in the list' });
  const readNumber = async () =>
    (await page.getByRole('heading', { level: 2 }).first().innerText()).match(/\+[\d ]+/)?.[0];
  await list.open();
  await list.selectFilter('Status', 'Busy');
  await list.table.getByRole('button', { name: 'Duration' }).click();
  await list.table.getByRole('button', { name: 'Recipient' }).click();
  await expect(list.table.getByRole('columnheader', { name: 'Recipient' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(list.row(0)).not.toHaveAttribute('aria-busy');
  const numbers = await list.rows.evaluateAll((rows) =>
    rows.map((row) =>
      row
        .querySelector('th')
        ?.textContent?.match(/\+[\d ]+/)?.[0]
        .trim(),
    ),
  );
  const total = (
    await page
      .getByRole('status')
      .filter({ hasText: / calls$/ })
      .innerText()
  ).replace(' calls', '');
  await list.row(0).getByRole('button').click();
  await expect(stepper).toContainText(`1 of ${total}`);
  expect(await readNumber()).toBe(numbers[0]);
  await expect(stepper.getByRole('button', { name: 'Previous call' })).toBeDisabled();

  await page.keyboard.press('Shift+J');
  await expect(stepper).toContainText(`2 of ${total}`);
  expect(await readNumber()).toBe(numbers[1]);
  const next = stepper.getByRole('button', { name: 'Next call' });
  await next.click();
  await expect(stepper).toContainText(`3 of ${total}`);
  await expect(next, 'keeps the focus').toBeFocused();
  for (let position = 4; position <= 30; position++) {
    await page.keyboard.press('Enter');
    await expect(stepper).toContainText(`${position} of ${total}`);
  }
  await page.keyboard.press('Shift+K');
  await expect(stepper).toContainText(`29 of ${total}`);
  await page.keyboard.press('Escape');
  await expect(list.row(28).getByRole('button'), 'the list is at the last call').toBeFocused();
  await expect(list.row(28)).toBeInViewport({ ratio: 0.99 });
  await expect(list.row(28)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(stepper).toContainText(`29 of ${total}`);
  await page.reload();
  await expect(stepper, 'the list stays filtered').toContainText(`29 of ${total}`);
  await window.close();
});

test('is tagged, assigned and reviewed, filtered by it, and updated in another window', async ({ browser }) => {
  const window = await openInBrowser(browser, {}, (dataDir) => prepareCalls(dataDir, { name: 'Harbour', count: 60 }));
  const { page } = window;
  const list = createCallsPage(page);
  const details = page.getByRole('complementary', { name: 'Call details' });
  const stepper = page.getByRole('group', { name: 'Calls in the list' });
  const total = list.totalStatus('60');
  await list.open();
  await expect(total).toBeVisible();
  await list.selectFilter('Review', 'Not reviewed');
  await list.row(0).getByRole('button').click();
  await details.getByRole('tab', { name: 'Review' }).click();
  await details.getByRole('combobox', { name: 'Tags' }).fill('Follow up');
  await page.keyboard.press('Enter');
  await expect(details.getByRole('button', { name: 'Remove Follow up' })).toBeVisible();
  await expectNoViolations(page, 'the review of a call');
  await details.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(details.getByRole('button', { name: 'Mark as not reviewed' })).toBeVisible();
  await expect(stepper, 'it is no longer in the list').not.toContainText('of');
  await page.getByRole('heading', { level: 2 }).first().click();
  await page.keyboard.press('Shift+J');
  await expect(stepper).toContainText('1 of 59');
  await expect(details.getByRole('button', { name: 'Mark as reviewed' }), 'the tab stays').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list.row(0).getByRole('button')).toBeFocused();
  await list.selectFilter('Review', 'Reviewed');
  await expect(list.totalStatus('1')).toBeVisible();
  await expect(list.row(0)).toContainText('Follow up');
  await list.selectFilter('Tag', 'Follow up');
  await expect(page).toHaveURL(/tag=Follow/);
  await expect(list.totalStatus('1')).toBeVisible();

  await list.selectFilter('Notes', 'Without notes');
  const views = page.getByRole('button', { name: /^(Views|Call again)/ });
  await views.click();
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Call again');
  await page.keyboard.press('Enter');
  await expect(views).toHaveText('Call again');
  await list.filters.getByRole('button', { name: 'Clear' }).click();
  await expect(total).toBeVisible();
  await views.click();
  await page.getByRole('menuitemradio', { name: 'Call again' }).click();
  await expect(page).toHaveURL(/review=reviewed/);
  for (const filter of [/^Review\W+Reviewed$/, /^Tag\W+Follow up$/, /^Notes\W+Without notes$/])
    await expect(list.filters.getByRole('button', { name: filter })).toBeVisible();
  await expect(list.totalStatus('1')).toBeVisible();

  const other = await page.context().newPage();
  await other.goto(new URL(page.url()).origin);
  const otherList = createCallsPage(other);
  await otherList.open();
  await expect(otherList.row(0)).toContainText('Follow up');
  await list.row(0).getByRole('button').click();
  await details.getByRole('tab', { name: 'Review' }).click();
  await details.getByRole('button', { name: 'Remove Follow up' }).click();
  await expect(otherList.row(0), 'the other window shows the change').not.toContainText('Follow up');
  await window.close();
});

test('an unsent note keeps its text and time if the page is loaded again, and an edited one has the focus', async ({
  browser,
}) => {
  const window = await openDemoInBrowser(browser);
  const { page } = window;
  const recorded = demoCalls.find(({ callId }) => existsSync(getRecordingPath(callId)));
  const call = createCallPage(page);
  await call.open(recorded?.callId ?? '');
  await page.keyboard.press('5'); // the middle of the recording
  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: /^Note at/ });
  await expect(field).toBeFocused();
  const label = (await field.getAttribute('aria-label')) ?? '';
  expect(label).not.toBe('Note at 0:00');
  await page.keyboard.type('Ask for the second meter');
  for (let reload = 0; reload < 2; reload++) {
    await page.reload();
    await expect(call.transcript).toBeVisible();
  }
  await page.getByRole('tab', { name: /^Notes/ }).click();
  await expect(field).toHaveValue('Ask for the second meter');
  await expect(field).toHaveAccessibleName(label);

  await field.press('Enter');
  const edit = page.getByRole('button', { name: 'Edit note' }).first();
  await edit.press('Enter');
  const edited = page.getByRole('textbox', { name: /^Edit note at/ });
  await expect(edited).toBeFocused();
  await page.keyboard.type(' 9k');
  await expect(call.play, 'the keys do not control the recording').toBeVisible();
  await page.keyboard.press('Enter');
  await expect(call.notes).toContainText('Ask for the second meter 9k');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(edited).toHaveValue('Ask for the second meter 9k');
  await page.keyboard.type(' never saved');
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(edited, 'what was discarded does not return').toHaveValue('Ask for the second meter 9k');
  await window.close();
});
