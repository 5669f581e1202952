import { expect, test, type Page } from '@playwright/test';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openInBrowser } from '../helpers/browser/open-window.ts';
import { tabUntilFocused } from '../helpers/browser/tab-until-focused.ts';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';
import { createPalettePage } from '../helpers/pages/palette-page.ts';

const name = 'Collections';
const objective = 'Remind customers of open invoices. Offer a payment plan, then note the date of the payment.';

async function submitToUat(page: Page): Promise<void> {
  const agents = createAgentsPage(page);
  await agents.open();
  await agents.openForm();
  await agents.name.fill(name);
  await agents.objective.fill(objective);
  await agents.submit.click();
  await agents.deliveryButton('Start development').click();
  await agents.deliveryButton('Move to UAT').click();
}

test('a build is tried and checked against its objective, and its delivery says what was rejected', async ({
  browser,
}) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await submitToUat(page);
  const agents = createAgentsPage(page);
  const panel = agents.panel(name);
  const checklist = page.getByRole('region', { name: 'Acceptance test' });
  const point = (text: string) => checklist.getByRole('checkbox', { name: text });

  await expect(checklist).toContainText('Not tried in a call, 0 of 3 points accepted', { ignoreCase: true });
  await tabUntilFocused(page, point('Remind customers of open invoices'));
  await page.keyboard.press('Space');
  await expect(point('Remind customers of open invoices')).toBeChecked();
  await expectNoViolations(page, 'the acceptance test in the panel');

  const palette = createPalettePage(page);
  await palette.open();
  await page.keyboard.type(`Try the build of ${name}`);
  await expect(palette.highlighted).toContainText(`Try the build of ${name}`);
  await page.keyboard.press('Enter');
  const practice = page.getByRole('button', { name: 'Practice with the draft' });
  await tabUntilFocused(page, practice);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeFocused();
  await tabUntilFocused(page, page.getByRole('button', { name: 'Hang up' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(checklist).toContainText('1 trial call, 1 of 3 points accepted');
  const reject = checklist.getByRole('button', { name: 'Reject “Note the date of the payment”' });
  await tabUntilFocused(page, reject);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('It asked twice.');
  await tabUntilFocused(page, page.getByRole('dialog').getByRole('button', { name: 'Reject point' }));
  await page.keyboard.press('Enter');
  await expect(checklist).toContainText('It asked twice.');
  await expectNoViolations(page, 'the acceptance test in the editor');

  await page.getByRole('link', { name: 'Back to the build request' }).click();
  await agents.deliveryButton('Deliver…').click();
  const notice = agents.deliverDialog.getByRole('region', { name: 'Acceptance test' });
  await expect(notice.getByRole('list', { name: 'Rejected' })).toContainText(
    'Note the date of the payment (It asked twice.)',
  );
  await expect(notice.getByRole('list', { name: 'Not decided' })).toContainText('Offer a payment plan');
  await expectNoViolations(page, 'the delivery');
  await agents.deliverDialog.getByRole('button', { name: 'Deliver agent' }).click();
  await expect(agents.agentRow(name)).toContainText('Active');
  await expect(panel).toContainText('Rejected: “Note the date of the payment” (It asked twice.)');
  await window.close();
});
