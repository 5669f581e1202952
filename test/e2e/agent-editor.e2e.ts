import { expect, test } from '@playwright/test';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openInBrowser } from '../helpers/browser/open-window.ts';
import { tabUntilFocused } from '../helpers/browser/tab-until-focused.ts';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';
import { createPalettePage } from '../helpers/pages/palette-page.ts';

const newGreeting = 'Ahoy {first_name}, this is the harbour office. Do you have a minute?';

test('an agent is changed, heard, tried, published and taken back, with the keyboard alone', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  const runCommand = async (query: string) => {
    const palette = createPalettePage(page);
    await palette.open();
    await page.keyboard.type(query);
    await expect(palette.highlighted).toContainText(query);
    await page.keyboard.press('Enter');
  };

  await createAgentsPage(page).open();
  await runCommand('Edit Front desk');
  const greeting = page.getByRole('textbox', { name: 'Greeting' });
  await expect(greeting).toBeVisible();
  const before = await greeting.inputValue();
  await tabUntilFocused(page, greeting);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(newGreeting);
  await expect(page.getByRole('region', { name: 'Greeting preview' })).toContainText('Ahoy Wilhelmina');
  await expect(page.getByText(/^Saved · 1 change since version 1$/)).toBeVisible();
  await expectNoViolations(page, 'the editor');

  const hear = page.getByRole('button', { name: 'Hear greeting' });
  await tabUntilFocused(page, hear);
  const sample = page.waitForResponse((response) => response.url().includes('/voice-samples'));
  await page.keyboard.press('Enter');
  expect((await sample).status()).toBe(200);

  await runCommand('Try the draft of the agent');
  const practice = page.getByRole('button', { name: 'Practice with the draft' });
  await tabUntilFocused(page, practice);
  await page.keyboard.press('Enter');
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeFocused();
  await expect(conversation).toContainText('Ahoy Wilhelmina, this is the harbour office.');
  await expect(greeting, 'the draft is beside the transcript').toHaveValue(newGreeting);
  await page.keyboard.type('Who is calling?');
  await page.keyboard.press('Enter');
  await expect(conversation).toContainText('Who is calling?');
  await expectNoViolations(page, 'the trial beside the draft');
  await tabUntilFocused(page, page.getByRole('button', { name: 'Hang up' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await tabUntilFocused(page, page.getByRole('link', { name: 'Open call' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Draft' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Draft that was tried' })).toContainText('Ahoy {first_name}');
  await expectNoViolations(page, 'the call that tries a draft');
  await page.goBack();

  await runCommand('Publish the draft of the agent');
  const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await expectNoViolations(page, 'the dialog that publishes');
  await page.keyboard.type('Sounds like the sea');
  const publish = dialog.getByRole('button', { name: 'Publish version 2' });
  await tabUntilFocused(page, publish);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Version 2 of “Front desk” is published')).toBeVisible();

  await runCommand('Show the versions of the agent');
  const versions = page.getByRole('list', { name: 'Versions' });
  await expect(versions).toContainText('Sounds like the sea');
  await tabUntilFocused(page, page.getByRole('button', { name: 'Compare version 1' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Differences' })).toContainText('Ahoy {first_name}');
  await expectNoViolations(page, 'the comparison');
  await page.keyboard.press('Escape');
  await tabUntilFocused(page, page.getByRole('button', { name: 'Restore version 1 as draft' }));
  await page.keyboard.press('Enter');
  await expect(greeting).toHaveValue(before);
  await runCommand('Publish the draft of the agent');
  await tabUntilFocused(page, page.getByRole('button', { name: 'Publish version 3' }));
  await page.keyboard.press('Enter');
  await expect(versions).toContainText('from version 1');

  await expect(page.getByRole('heading', { name: 'Front desk', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Back to agents' }).press('Enter');
  await expect(createAgentsPage(page).panel('Front desk')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Agents', level: 1 })).toBeVisible();
  await window.close();
});
