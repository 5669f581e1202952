import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DamagedCopies } from '../../../../renderer/features/settings/damaged-copies.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { StorageUsage } from '../../../../shared/workspaces/storage-usage.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const copy = {
  copy_id: 'damaged-20260301T093000Z',
  replaced_at: '2026-03-01T09:30:00.000Z',
  deleted_at: '2026-03-31T09:30:00.000Z',
  size_bytes: 8_100_000,
};

const describeStorage = (damaged_copies: StorageUsage['workspaces'][number]['damaged_copies']): StorageUsage => {
  const none = { count: 0, size_bytes: 0 };
  const workspace = { workspace_id: 'wsp_1', name: 'Harbour Office', database_bytes: 0, damaged_copies };
  return {
    data_dir: '/data',
    workspaces: [{ ...workspace, documents: none, recordings: none, invoices: none, snapshots: none }],
  };
};

const deleteButton = page.getByRole('button', { name: /^Delete the damaged copy of Harbour Office/ });
const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete damaged copy' });

test('lists a copy with its size and dates, and deletes it after a confirmation', async () => {
  let copies = [copy];
  const service = startFakeService();
  service.answer(appRoutes.measureStorage, () => describeStorage(copies));
  service.answer(appRoutes.deleteDamagedCopy, () => {
    copies = [];
    return { copy_id: copy.copy_id };
  });
  await renderInWindow(<DamagedCopies />);
  await expect
    .element(page.getByRole('list', { name: 'Damaged copies' }))
    .toMatchTextContent(/Harbour OfficeReplaced .*Mar.* · 7\.7 MB · deleted automatically on .*31/);
  await deleteButton.click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(/7\.7 MB.*exists only there.*can’t undo/);
  await confirm.click();
  await expect.element(page.getByText('The damaged copy of “Harbour Office” was deleted').first()).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Damaged copies' })).not.toBeInTheDocument();
  expect(service.listRequests(appRoutes.deleteDamagedCopy).map(({ path }) => path)).toEqual([
    '/app/workspaces/wsp_1/damaged-copies/damaged-20260301T093000Z',
  ]);
});

test('says why a copy was not deleted', async () => {
  const service = startFakeService();
  service.answer(appRoutes.measureStorage, () => describeStorage([copy]));
  service.answer(appRoutes.deleteDamagedCopy, () => {
    throw new Problem('workspace_unusable', 'The restore is not finished.');
  });
  await renderInWindow(<DamagedCopies />);
  await deleteButton.click();
  await confirm.click();
  await expect.element(page.getByText('The damaged copy of “Harbour Office” was not deleted').first()).toBeVisible();
  await expect.element(page.getByText('The restore is not finished.').first()).toBeVisible();
  await expect.element(deleteButton).toBeVisible();
});

test('other roles cannot delete a copy', async () => {
  startFakeService().answer(appRoutes.measureStorage, () => describeStorage([copy]));
  await renderInWindow(<DamagedCopies />, { role: 'manager' });
  await expect.element(deleteButton).toHaveAttribute('aria-disabled', 'true');
});
