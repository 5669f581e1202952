import { expect, test } from '@playwright/test';
import { startChatServer } from '../helpers/answering/chat-server.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openDemoInBrowser } from '../helpers/browser/open-window.ts';

test('an admin enters a language model, sees what is wrong with it, saves it, and goes back to rules', async ({
  browser,
}) => {
  const server = await startChatServer({ apiKey: 'sk-right' });
  const { page, close } = await openDemoInBrowser(browser);
  await page.keyboard.press('Control+,');
  const section = page.getByRole('region', { name: 'Language model' });
  await expect(section).toContainText('The built-in agents follow rules');
  expect(server.requests).toEqual([]);
  await section.getByRole('button', { name: 'Change language model…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change language model' });
  await dialog.getByRole('combobox', { name: 'Server' }).click();
  await page.getByRole('option', { name: 'OpenAI On the internet' }).click();
  await expect(dialog.getByLabel('Base URL')).toHaveValue('https://api.openai.com/v1');
  await expect(dialog).toContainText('Conversations and document passages are sent to api.openai.com.');
  await dialog.getByLabel('Base URL').fill('localhost:1/v1');
  await dialog.getByRole('button', { name: 'List models' }).click();
  await expect(dialog.getByLabel('Base URL')).toHaveAccessibleDescription(/Check that the server runs/);
  await dialog.getByLabel('Base URL').fill(server.baseUrl.replace('http://', ''));
  await expect(dialog).toContainText('Text does not leave this computer.');
  await dialog.getByLabel('API key').fill('sk-wrong');
  await dialog.getByRole('button', { name: 'List models' }).click();
  await expect(dialog).toContainText('The server refuses the API key.');
  await dialog.getByLabel('API key').fill('sk-right');
  await dialog.getByRole('button', { name: 'List models' }).click();
  await expect(dialog).toContainText('The server has large, small.');
  await dialog.getByLabel('Model', { exact: true }).fill('huge');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('The model cannot be used.');
  await expect(dialog.getByRole('list', { name: 'Steps' })).toContainText('The server has no such model');
  await expectNoViolations(page, 'language model dialog');
  await dialog.getByLabel('Model', { exact: true }).fill('small');
  await dialog.getByRole('checkbox', { name: 'Let the model play the recipients of simulated calls' }).check();
  await dialog.getByRole('button', { name: 'Check model' }).click();
  await expect(dialog.getByRole('status')).toHaveText('The model can be used.');
  await expect(dialog.getByRole('list', { name: 'Steps' })).toContainText('It calls a tool when it needs one.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText(
    'Agents that are set to use it, and simulated recipients, speak with this model.',
  );
  await expect(page.locator('body')).not.toContainText('sk-right');
  await section.getByRole('button', { name: 'Change language model…' }).click();
  await dialog.getByRole('combobox', { name: 'Server' }).click();
  await page.getByRole('option', { name: 'None Agents' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText('No language model');
  await close();
  await server.close();
});
