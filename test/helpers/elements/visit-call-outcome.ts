import { expect, type Page } from '@playwright/test';
import { checkKeyboardReach } from '../browser/check-keyboard-reach.ts';
import { expectNoViolations } from '../browser/expect-no-violations.ts';
import type { VisitOpener } from '../browser/visit-openers.ts';
import { createCallPage, runSimulatedCall } from '../pages/call-page.ts';

/** Opens everything that corrects the outcome of a call, whose agent asks a question with choices, and its follow-up. */
export async function visitCallOutcome(page: Page, visit: VisitOpener): Promise<void> {
  const list = page.getByRole('listbox');
  await createCallPage(page).open(await runSimulatedCall(page, { number: '+14155550144' }));
  await page.getByRole('tab', { name: 'Review' }).press('Enter');
  const outcome = page.getByRole('combobox', { name: 'Outcome' });
  await visit('outcome of a call', {
    from: 'features/calls/call/sidebar/outcome-section.tsx Select',
    opener: outcome,
    element: list,
  });
  const correction = page.getByRole('dialog', { name: 'Correct the answer' });
  await visit('answer of a recipient', {
    from: 'features/calls/call/sidebar/correct-field-dialog.tsx Dialog',
    opener: page.getByRole('button', { name: /^Correct the answer to/ }).first(),
    element: correction,
    whileOpen: () =>
      visit('choices of an answer', {
        from: 'features/calls/call/sidebar/correct-field-dialog.tsx Select',
        opener: correction.getByRole('combobox', { name: 'Answer' }),
        element: list,
      }),
  });
  await outcome.press('Enter');
  await page.getByRole('option', { name: /^Callback requested/ }).press('Enter');
  await expect(page.getByRole('list', { name: 'Corrections' })).toBeVisible();
  await expectNoViolations(page, 'a corrected outcome');

  await page.evaluate(() => (location.hash = '#/calls/follow-ups'));
  const row = page.getByRole('table', { name: 'Follow-ups' }).getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await checkKeyboardReach(page);
  await visit('actions of a follow-up', {
    from: 'features/calls/follow-ups/follow-ups-view.tsx RowMenu',
    opener: row.getByRole('rowheader').getByRole('button'),
    open: () => page.keyboard.press('Shift+F10'),
    element: page.getByRole('menu', { name: 'Actions' }),
  });
  await visit('snoozing a follow-up', {
    from: 'features/calls/follow-ups/follow-up-buttons.tsx Menu',
    opener: row.getByRole('button', { name: /^Snooze/ }),
    element: page.getByRole('menu'),
  });
}
