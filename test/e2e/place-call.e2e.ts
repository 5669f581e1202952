import { expect, test } from '@playwright/test';
import { waitForView } from '../helpers/browser/wait-for-view.ts';
import { createCallPage } from '../helpers/pages/call-page.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { dropResponse } from '../helpers/remote/drop-response.ts';

test.describe.serial('placing a call', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser);
    await createWorkspaceOnFirstRun(window.page, 'Harbour Office');
  });
  test.afterAll(() => window.close());

  test('works with the keyboard alone, from an empty list to the call', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    await calls.open();
    await expect(page.getByText('No calls yet')).toBeVisible();
    await page.keyboard.press('n');
    await expect(calls.panel).toContainText('Simulated · no real call will be placed');
    await expect(calls.panel.getByRole('combobox', { name: 'Agent' })).toContainText('Front desk');
    await expect(calls.number, 'the agent is preselected, only a number is missing').toBeFocused();
    await calls.panel.getByRole('button', { name: 'Use example number' }).click();
    await expect(calls.number).toHaveValue('+1 415 555 0132');
    await expect(calls.number).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('+14155550132');
    await expect(calls.number).toHaveValue('+1 415 555 0132');
    await expect(calls.greeting).toContainText('Hi, this is the front desk');
    await expect(calls.panel.getByRole('combobox', { name: 'Name 1' })).toHaveValue('first_name');
    const value = calls.panel.getByRole('textbox', { name: 'Value of first_name' });
    for (let presses = 0; presses < 6 && !(await value.evaluate((it) => it === document.activeElement)); presses++)
      await page.keyboard.press('Tab');
    await page.keyboard.type('Wilhelmina');
    await expect(calls.greeting).toContainText('Hi Wilhelmina,');
    await expect(calls.greeting.locator('mark')).toHaveText(['Wilhelmina']);
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
    await calls.open();
    await expect(calls.panel).toBeHidden();
    await expect(calls.rowWithNumber('+1 415 555 0132')).toContainText('Front desk');
  });

  test('shows errors at their fields and keeps the input', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    await calls.openPanel();
    await calls.submit.click();
    await expect(calls.number).toBeFocused();
    await expect(calls.number).toHaveAttribute('aria-invalid', 'true');
    await expect(calls.panel).toContainText('Enter a phone number.');
    await calls.number.fill('(415) 555-0132');
    await expect(calls.number).not.toHaveAttribute('aria-invalid', 'true');
    await calls.submit.click();
    await expect(calls.panel).toContainText('Start with + and the country code, for example');
    await expect(calls.number).toHaveAttribute('aria-invalid', 'true');
    await calls.number.fill('+999 123 4567');
    await expect(calls.panel, 'only a warning').toContainText('Unknown country code.');
    await expect(calls.number).not.toHaveAttribute('aria-invalid', 'true');

    await calls.panel.getByRole('button', { name: 'Add row' }).click();
    await expect(calls.panel.getByRole('combobox', { name: 'Name 2' })).toBeFocused();
    await page.keyboard.type('first_name');
    await expect(calls.panel.getByText('This name is used twice.')).toHaveCount(2);
    await calls.panel.getByRole('combobox', { name: 'Name 2' }).fill('plan');
    await calls.panel.getByRole('textbox', { name: 'Value of plan' }).fill('Fibre 500');
    await page.keyboard.press('Enter');
    await expect(calls.panel.getByRole('combobox', { name: 'Name 3' })).toBeFocused();
    await calls.panel.getByRole('button', { name: 'Remove row 3' }).press('Enter');
    await expect(
      calls.panel.getByRole('combobox', { name: 'Name 2' }),
      'the focus moves to the previous row',
    ).toBeFocused();

    await page.keyboard.press('Escape');
    await expect(calls.panel).toBeHidden();
    await page.getByRole('link', { name: 'Team' }).click();
    await calls.open();
    await calls.openPanel();
    await expect(calls.number).toHaveValue('+9991234567');
    await expect(calls.panel.getByRole('textbox', { name: 'Value of plan' })).toHaveValue('Fibre 500');
  });

  test('saves metadata as a template and fills in a recent recipient', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    await calls.panel.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('menuitem', { name: 'Save template…' }).click();
    await page.getByRole('dialog', { name: 'Save template' }).getByRole('textbox').fill('Fibre customers');
    await page.keyboard.press('Enter');
    const templates = calls.panel.getByRole('button', { name: 'Fibre customers' });
    await expect(templates).toBeVisible();
    await calls.panel.getByRole('button', { name: 'Remove plan' }).click();
    await expect(templates).toHaveText('Fibre customers (edited)');
    await templates.click();
    await page.getByRole('menuitemradio', { name: 'Fibre customers' }).click();
    await expect(calls.panel.getByRole('textbox', { name: 'Value of plan' })).toHaveValue('Fibre 500');

    await calls.panel.getByRole('button', { name: /^Fill in \+1 415 555 0132/ }).click();
    await expect(calls.number).toHaveValue('+1 415 555 0132');
    await expect(calls.panel.getByRole('textbox', { name: 'Value of first_name' })).toHaveValue('Wilhelmina');
    await expect(calls.panel.getByRole('textbox', { name: 'Value of plan' })).toHaveCount(0);
  });

  test('asks for confirmation before the same agent calls the same number again', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    await calls.selectOption('Recipient', 'Doesn’t answer');
    await calls.submit.click();
    await expect(calls.duplicateDialog).toContainText('Front desk called +1 415 555 0132');
    await expect(calls.duplicateDialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(calls.duplicateDialog).toBeHidden();
    await expect(calls.rows).toHaveCount(1);
    await calls.submit.click();
    await expect(calls.duplicateDialog).toBeVisible();
    await page.route('**/app/simulated-calls', (route) => route.abort(), { times: 1 });
    await calls.duplicateDialog.getByRole('button', { name: 'Call again' }).click();
    await expect(calls.panel.getByRole('alert'), 'the confirmation is not lost').toContainText('could not be reached');
    await calls.submit.click();
    await calls.duplicateDialog.getByRole('button', { name: 'Call again' }).click();
    await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
    await calls.open();
    await expect(calls.rows).toHaveCount(2);
    await expect(calls.rows.first()).toContainText('No answer');
  });

  test('places one call if the response is lost and the form is sent again', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    await calls.openPanel();
    await calls.number.fill('+14155550199');
    await dropResponse(page, '**/app/simulated-calls');
    await calls.submit.click();
    await expect(calls.panel.getByRole('alert')).toContainText('Send it again: only one call will be placed');
    await expect(calls.rows, 'the call was placed').toHaveCount(3);
    await calls.submit.click();
    await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
    await calls.open();
    await expect(calls.rowWithNumber('+1 415 555 0199')).toHaveCount(1);
    await expect(calls.rows).toHaveCount(3);
  });

  test('places one call for a double click', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    await calls.openPanel();
    await calls.number.fill('+14155550177');
    await calls.submit.dblclick();
    await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
    await calls.open();
    await expect(calls.rows).toHaveCount(4);
  });

  test('shows a notification instead of the call if the user has left the view meanwhile', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    const released = Promise.withResolvers<void>();
    await page.route('**/app/simulated-calls', async (route) => {
      await released.promise;
      await route.fallback();
    });
    const submitAndLeave = async () => {
      await calls.openPanel();
      await calls.number.fill('+14155550166');
      await calls.submit.click();
      await page.getByRole('link', { name: 'Team', exact: true }).click();
      await waitForView(page, 'Team');
    };
    await submitAndLeave();
    released.resolve();
    const toast = page.getByRole('group', { name: 'The call to +1 415 555 0166 was placed' });
    await expect(toast).toBeVisible();
    await expect(page).toHaveURL(/#\/team/);
    await toast.getByRole('button', { name: 'View call' }).click();
    await expect(createCallPage(page).header).toContainText('+1 415 555 0166');

    await page.unroute('**/app/simulated-calls');
    const failed = Promise.withResolvers<void>();
    await page.route('**/app/simulated-calls', (route) => failed.promise.then(() => route.abort()), { times: 1 });
    await calls.open();
    await submitAndLeave();
    failed.resolve();
    await expect(
      page.getByRole('alert').filter({ hasText: '+1 415 555 0166 may not have been placed' }),
    ).toBeAttached();
    await calls.open();
    await expect(calls.number, 'the input is kept').toHaveValue('+1 415 555 0166');
    await page.keyboard.press('Escape');
    await expect(calls.rows).toHaveCount(5);
  });

  test('starts a practice call and remembers the selected recipient', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    await calls.openPanel();
    await expect(calls.panel.getByRole('combobox', { name: 'Recipient' })).toContainText('Doesn’t answer');
    await calls.selectOption('Recipient', /Play the customer yourself/);
    await expect(calls.panel.getByRole('combobox', { name: 'Speed' })).toHaveCount(0);
    await calls.number.fill('+14155550188');
    await calls.submit.click();
    await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
    const reply = page.getByRole('textbox', { name: 'Your reply' });
    const released = Promise.withResolvers<void>();
    await page.route('**/turns', async (route) => {
      await released.promise;
      await route.fulfill({ json: { turns: [], call_ended: false } });
    });
    await reply.fill('Yes, who is it?');
    await reply.press('Enter');
    await expect(page.getByText('The agent is answering…')).toBeVisible();
    await reply.fill('And what is the price?');
    released.resolve();
    await expect(page.getByText('The agent is answering…')).toHaveCount(0);
    await expect(reply, 'text typed meanwhile is kept').toHaveValue('And what is the price?');

    await page.route(/\/notes(?:\?|$)/, (route) => route.abort());
    await page.reload();
    const failure = page.getByRole('alert').filter({ hasText: 'The call could not be loaded' });
    await expect(failure, 'a failed request for notes is not shown as an empty list').toBeVisible();
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(createCallPage(page).transcript).toBeVisible();
    await calls.open();
    await expect(calls.rowWithNumber('+1 415 555 0188')).toContainText('Simulated · practice call, free of charge');
  });
});
