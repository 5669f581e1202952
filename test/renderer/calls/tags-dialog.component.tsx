import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TagsDialog } from '../../../renderer/calls/list/tags-dialog.tsx';
import type { DescribedChange } from '../../../renderer/calls/list/selected-calls-actions.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { startFakeService } from '../../helpers/fake-service.ts';
import { renderInWindow } from '../../helpers/render-in-window.tsx';

test('a tag that is too long stays in the dialog until the user shortens or removes it', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listCallFacets, () => ({
    dispositions: [],
    tags: [],
    reviewers: [],
    recent_recipients: [],
  }));
  const changes: DescribedChange['change'][] = [];
  await renderInWindow(
    <TagsDialog mode="add" count={2} onChange={({ change }) => changes.push(change)} onClose={() => {}} />,
  );
  const field = page.getByRole('combobox', { name: 'Tags' });
  const long = 'Ask the field service for the second meter';
  await field.fill(`Refund, ${long}`);
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Add tags' }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription('At most 40 characters. This has 42.');
  expect(changes).toEqual([]);
  await field.fill('Second meter');
  await page.getByRole('button', { name: 'Add tags' }).click();
  await expect.poll(() => changes).toEqual([{ add_tags: ['Refund', 'Second meter'] }]);
});
