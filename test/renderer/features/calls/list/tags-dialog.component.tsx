import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TagsDialog } from '../../../../../renderer/features/calls/list/tags-dialog.tsx';
import type { DescribedChange } from '../../../../../renderer/features/calls/list/selected-calls-actions.ts';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import { startFakeService } from '../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';

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
