import { expect, test } from '@playwright/test';
import { waitForView } from '../helpers/wait-for-view.ts';
import { createCallPage } from '../helpers/call-page.ts';
import { createCallsPage } from '../helpers/calls-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/open-window.ts';
import { dropResponse } from '../helpers/drop-response.ts';

test.describe.serial('placing a call', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser);
    await createWorkspaceOnFirstRun(window.page, 'Harbour Office');
  });
  test.afterAll(() => window.close());

  test('is done by keyboard alone, from an empty room to the call', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.open();
    await expect(page.getByText('No calls yet')).toBeVisible();
    await page.keyboard.press('n');
    await expect(room.panel).toContainText('A rehearsal: nobody is dialled');
    await expect(room.panel.getByRole('combobox', { name: 'Agent' })).toContainText('Front desk');
    await expect(room.number, 'the agent is chosen, a number is all that is needed').toBeFocused();
    await room.panel.getByRole('button', { name: 'Use an example number' }).click();
    await expect(room.number).toHaveValue('+1 415 555 0132');
    await expect(room.number).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('+14155550132');
    await expect(room.number).toHaveValue('+1 415 555 0132');
    await expect(room.greeting).toContainText('Hi, this is the front desk');
    await expect(room.panel.getByRole('combobox', { name: 'Name 1' })).toHaveValue('first_name');
    const value = room.panel.getByRole('textbox', { name: 'Value of first_name' });
    for (let presses = 0; presses < 6 && !(await value.evaluate((it) => it === document.activeElement)); presses++)
      await page.keyboard.press('Tab');
    await page.keyboard.type('Wilhelmina');
    await expect(room.greeting).toContainText('Hi Wilhelmina,');
    await expect(room.greeting.locator('mark')).toHaveText(['Wilhelmina']);
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
    await room.open();
    await expect(room.panel).toBeHidden();
    await expect(room.rowWithNumber('+1 415 555 0132')).toContainText('Front desk');
  });

  test('says what is wrong at the field where it is, and keeps what was filled in', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.openPanel();
    await room.submit.click();
    await expect(room.number).toBeFocused();
    await expect(room.number).toHaveAttribute('aria-invalid', 'true');
    await expect(room.panel).toContainText('Enter the number to call.');
    await room.number.fill('(415) 555-0132');
    await expect(room.number).not.toHaveAttribute('aria-invalid', 'true');
    await room.submit.click();
    await expect(room.panel).toContainText('Begin with + and the country’s code');
    await expect(room.number).toHaveAttribute('aria-invalid', 'true');
    await room.number.fill('+999 123 4567');
    await expect(room.panel, 'a warning only').toContainText('No country has this code.');
    await expect(room.number).not.toHaveAttribute('aria-invalid', 'true');

    await room.panel.getByRole('button', { name: 'Add a row' }).click();
    await expect(room.panel.getByRole('combobox', { name: 'Name 2' })).toBeFocused();
    await page.keyboard.type('first_name');
    await expect(room.panel.getByText('This name is there twice.')).toHaveCount(2);
    await room.panel.getByRole('combobox', { name: 'Name 2' }).fill('plan');
    await room.panel.getByRole('textbox', { name: 'Value of plan' }).fill('Fibre 500');
    await page.keyboard.press('Enter');
    await expect(room.panel.getByRole('combobox', { name: 'Name 3' })).toBeFocused();
    await room.panel.getByRole('button', { name: 'Remove row 3' }).press('Enter');
    await expect(room.panel.getByRole('combobox', { name: 'Name 2' }), 'the focus goes to what is left').toBeFocused();

    await page.keyboard.press('Escape');
    await expect(room.panel).toBeHidden();
    await page.getByRole('link', { name: 'Team' }).click();
    await room.open();
    await room.openPanel();
    await expect(room.number).toHaveValue('+9991234567');
    await expect(room.panel.getByRole('textbox', { name: 'Value of plan' })).toHaveValue('Fibre 500');
  });

  test('keeps metadata as a template, and fills in what was called last', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.panel.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('menuitem', { name: 'Save this template…' }).click();
    await page.getByRole('dialog', { name: 'Save this template' }).getByRole('textbox').fill('Fibre customers');
    await page.keyboard.press('Enter');
    const templates = room.panel.getByRole('button', { name: 'Fibre customers' });
    await expect(templates).toBeVisible();
    await room.panel.getByRole('button', { name: 'Remove plan' }).click();
    await expect(templates).toHaveText('Fibre customers, changed');
    await templates.click();
    await page.getByRole('menuitemradio', { name: 'Fibre customers' }).click();
    await expect(room.panel.getByRole('textbox', { name: 'Value of plan' })).toHaveValue('Fibre 500');

    await room.panel.getByRole('button', { name: /^Fill in \+1 415 555 0132/ }).click();
    await expect(room.number).toHaveValue('+1 415 555 0132');
    await expect(room.panel.getByRole('textbox', { name: 'Value of first_name' })).toHaveValue('Wilhelmina');
    await expect(room.panel.getByRole('textbox', { name: 'Value of plan' })).toHaveCount(0);
  });

  test('asks before the same agent calls the same number again', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.selectOption('Recipient', 'Does not pick up');
    await room.submit.click();
    await expect(room.duplicateDialog).toContainText('Front desk called +1 415 555 0132');
    await expect(room.duplicateDialog.getByRole('button', { name: 'Do not call' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(room.duplicateDialog).toBeHidden();
    await expect(room.rows).toHaveCount(1);
    await room.submit.click();
    await expect(room.duplicateDialog).toBeVisible();
    await page.route('**/app/rehearsals', (route) => route.abort(), { times: 1 });
    await room.duplicateDialog.getByRole('button', { name: 'Call again' }).click();
    await expect(room.panel.getByRole('alert'), 'the answer to the question is not lost with it').toContainText(
      'could not be reached',
    );
    await room.submit.click();
    await room.duplicateDialog.getByRole('button', { name: 'Call again' }).click();
    await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
    await room.open();
    await expect(room.rows).toHaveCount(2);
    await expect(room.rows.first()).toContainText('No answer');
  });

  test('places one call where the reply was lost and the form is sent again', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.openPanel();
    await room.number.fill('+14155550199');
    await dropResponse(page, '**/app/rehearsals');
    await room.submit.click();
    await expect(room.panel.getByRole('alert')).toContainText('sent again, it is placed only once');
    await expect(room.rows, 'it was placed all the same').toHaveCount(3);
    await room.submit.click();
    await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
    await room.open();
    await expect(room.rowWithNumber('+1 415 555 0199')).toHaveCount(1);
    await expect(room.rows).toHaveCount(3);
  });

  test('places one call for a double click', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.openPanel();
    await room.number.fill('+14155550177');
    await room.submit.dblclick();
    await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
    await room.open();
    await expect(room.rows).toHaveCount(4);
  });

  test('leaves whoever went elsewhere meanwhile where they are, and tells them how it came out', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    const answered = Promise.withResolvers<void>();
    await page.route('**/app/rehearsals', async (route) => {
      await answered.promise;
      await route.fallback();
    });
    const placeAndLeave = async () => {
      await room.openPanel();
      await room.number.fill('+14155550166');
      await room.submit.click();
      await page.getByRole('link', { name: 'Team', exact: true }).click();
      await waitForView(page, 'Team');
    };
    await placeAndLeave();
    answered.resolve();
    const told = page.getByRole('dialog', { name: 'The call to +1 415 555 0166 was placed' });
    await expect(told).toBeVisible();
    await expect(page).toHaveURL(/#\/team/);
    await told.getByRole('button', { name: 'Show it' }).click();
    await expect(createCallPage(page).header).toContainText('+1 415 555 0166');

    await page.unroute('**/app/rehearsals');
    const refused = Promise.withResolvers<void>();
    await page.route('**/app/rehearsals', (route) => refused.promise.then(() => route.abort()), { times: 1 });
    await room.open();
    await placeAndLeave();
    refused.resolve();
    await expect(
      page.getByRole('alert').filter({ hasText: '+1 415 555 0166 may not have been placed' }),
    ).toBeAttached();
    await room.open();
    await expect(room.number, 'what was filled in is kept').toHaveValue('+1 415 555 0166');
    await page.keyboard.press('Escape');
    await expect(room.rows).toHaveCount(5);
  });

  test('lets the admin play the recipient, and remembers the choice', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.openPanel();
    await expect(room.panel.getByRole('combobox', { name: 'Recipient' })).toContainText('Does not pick up');
    await room.selectOption('Recipient', /I play the recipient/);
    await expect(room.panel.getByRole('combobox', { name: 'Pace' })).toHaveCount(0);
    await room.number.fill('+14155550188');
    await room.submit.click();
    await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
    const line = page.getByRole('textbox', { name: 'What the recipient says' });
    const answered = Promise.withResolvers<void>();
    await page.route('**/turns', async (route) => {
      await answered.promise;
      await route.fulfill({ json: { turns: [], call_ended: false } });
    });
    await line.fill('Yes, who is it?');
    await line.press('Enter');
    await expect(page.getByText('The agent is answering…')).toBeVisible();
    await line.fill('And what is the price?');
    answered.resolve();
    await expect(page.getByText('The agent is answering…')).toHaveCount(0);
    await expect(line, 'what was typed meanwhile is kept').toHaveValue('And what is the price?');

    await page.route('**/notes', (route) => route.abort());
    await page.reload();
    const failure = page.getByRole('alert').filter({ hasText: 'The call could not be shown' });
    await expect(failure, 'notes that cannot be read are not taken for none').toBeVisible();
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(createCallPage(page).transcript).toBeVisible();
    await room.open();
    await expect(room.rowWithNumber('+1 415 555 0188')).toContainText('Rehearsal: you played the recipient');
  });
});
