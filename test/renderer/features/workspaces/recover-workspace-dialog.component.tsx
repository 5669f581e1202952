import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatDayTime } from '../../../../renderer/format/format-day.ts';
import { RecoverWorkspaceDialog } from '../../../../renderer/features/workspaces/recover-workspace-dialog.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Snapshot } from '../../../../shared/workspaces/workspaces.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow, sampleWorkspace } from '../../../helpers/components/render-in-window.tsx';
import { addUnfinishedUpload } from '../../../helpers/damage/unfinished-upload.ts';

const damaged = { ...sampleWorkspace, error: 'Its database is damaged. Nothing in it was changed.' };

const snapshots: readonly Snapshot[] = [
  { snapshot_id: 'snp_2', created_at: '2026-03-12T10:00:00.000Z', size_bytes: 614_400, is_activity_intact: true },
  { snapshot_id: 'snp_1', created_at: '2026-03-11T10:00:00.000Z', size_bytes: 512_000, is_activity_intact: false },
];

const dialog = page.getByRole('dialog', { name: 'Recover “Harbour Office”' });
const list = dialog.getByRole('list', { name: 'Snapshots' });
const confirmation = page.getByRole('alertdialog', { name: 'Restore snapshot' });
const [latestTime = '', oldestTime = ''] = snapshots.map(({ created_at }) => formatDayTime(created_at));
const restoreButton = (time: string) => list.getByRole('button', { name: `Restore the snapshot of ${time}` });

async function renderDialog(data = snapshots) {
  const service = startFakeService();
  service.answer(appRoutes.listSnapshots, () => ({ data: [...data] }));
  const onClose = vi.fn();
  await renderInWindow(<RecoverWorkspaceDialog workspace={damaged} onClose={onClose} />);
  await expect.element(dialog).toBeVisible();
  return { service, onClose };
}

test('names the damage, and lists the snapshots with time, size and check', async () => {
  const { onClose } = await renderDialog();
  await expect.element(dialog).toHaveAccessibleDescription('Its database is damaged. Nothing in it was changed.');
  const items = list.getByRole('listitem');
  await expect.element(items.nth(0)).toMatchTextContent(/600 KB · verified/);
  await expect.element(items.nth(0).getByRole('button')).toHaveAccessibleName(`Restore the snapshot of ${latestTime}`);
  await expect.element(items.nth(1)).toMatchTextContent(/500 KB · the activity was changed before this snapshot/);
  await expect.element(items.nth(1).getByRole('button')).toHaveAccessibleName(`Restore the snapshot of ${oldestTime}`);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('says that there are no snapshots, and still offers the export', async () => {
  await renderDialog([]);
  await expect.element(dialog.getByText('This workspace has no snapshots yet.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Export data' })).toBeVisible();
});

test('shows why the snapshots could not be loaded, and loads them again', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listSnapshots, () => {
    throw new Problem('workspace_unusable', 'Its snapshots cannot be read.');
  });
  await renderInWindow(<RecoverWorkspaceDialog workspace={damaged} onClose={() => {}} />);
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/could not be loaded.*Its snapshots cannot be read\./);
  service.answer(appRoutes.listSnapshots, () => ({ data: [...snapshots] }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(restoreButton(latestTime)).toBeVisible();
});

test('restores a snapshot once, after a confirmation, and names the folder of the replaced files', async () => {
  const { service, onClose } = await renderDialog();
  const response = Promise.withResolvers<typeof sampleWorkspace & { kept_in: string }>();
  service.answer(appRoutes.restoreSnapshot, () => response.promise);
  await restoreButton(oldestTime).click();
  await expect
    .element(confirmation)
    .toMatchTextContent(/returns Harbour Office to its state of .*11.* will be missing/);
  await userEvent.keyboard('{Escape}');
  await expect.element(list, { message: 'Escape returns to the list' }).toBeVisible();
  await restoreButton(oldestTime).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(list, { message: 'Cancel has the focus' }).toBeVisible();
  expect(service.listRequests(appRoutes.restoreSnapshot)).toEqual([]);
  await restoreButton(oldestTime).click();
  const confirm = confirmation.getByRole('button', { name: 'Restore snapshot' });
  await confirm.dblClick();
  await expect.element(confirm).toHaveAttribute('aria-busy', 'true');
  expect(onClose).not.toHaveBeenCalled();
  response.resolve({ ...sampleWorkspace, kept_in: 'damaged-20260312T100000Z' });
  await expect.element(page.getByText(/“Harbour Office” was restored.*damaged-20260312T100000Z/)).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
  expect(service.listRequests(appRoutes.restoreSnapshot)).toMatchObject([
    { path: '/app/workspaces/wsp_1/restore', json: { snapshot_id: 'snp_1' } },
  ]);
});

test('says why a snapshot was not restored, and offers the others', async () => {
  const { service, onClose } = await renderDialog();
  service.answer(appRoutes.restoreSnapshot, () => {
    throw new Problem('workspace_unusable', 'This snapshot is damaged. Choose another one.');
  });
  await restoreButton(latestTime).click();
  await confirmation.getByRole('button', { name: 'Restore snapshot' }).click();
  await expect.element(page.getByText('“Harbour Office” was not restored').first()).toBeVisible();
  await expect.element(page.getByText('This snapshot is damaged. Choose another one.').first()).toBeVisible();
  await expect.element(restoreButton(oldestTime)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('asks before it restores a snapshot while files are being uploaded', async () => {
  const { service, onClose } = await renderDialog();
  const restored = { ...sampleWorkspace, kept_in: 'damaged-20260312T100000Z' };
  service.answer(appRoutes.restoreSnapshot, () => restored);
  addUnfinishedUpload();
  await restoreButton(latestTime).click();
  await confirmation.getByRole('button', { name: 'Restore snapshot' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop uploads?' });
  await expect.element(question).toMatchTextContent('1 file has not been uploaded yet and will not be added.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(confirmation).toBeVisible();
  expect(service.listRequests(appRoutes.restoreSnapshot)).toEqual([]);

  await confirmation.getByRole('button', { name: 'Restore snapshot' }).click();
  await question.getByRole('button', { name: 'Stop and restore' }).click();
  await expect.element(page.getByText(/“Harbour Office” was restored/)).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
  expect(service.listRequests(appRoutes.restoreSnapshot)).toHaveLength(1);
});

test('downloads the export once, and says why it failed', async () => {
  const { service } = await renderDialog();
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  const response = Promise.withResolvers<Blob>();
  service.answer(appRoutes.exportWorkspace, () => response.promise);
  const exportButton = dialog.getByRole('button', { name: 'Export data' });
  await exportButton.dblClick();
  await expect.element(exportButton).toHaveAttribute('aria-busy', 'true');
  response.resolve(new Blob(['zip']));
  await expect.element(exportButton).toHaveAttribute('aria-busy', 'false');
  expect(names).toEqual(['Harbour Office.zip']);
  expect(service.listRequests(appRoutes.exportWorkspace)).toHaveLength(1);
  service.answer(appRoutes.exportWorkspace, () => {
    throw new Problem('workspace_not_found', 'There is no such workspace.');
  });
  await exportButton.click();
  await expect.element(page.getByText('“Harbour Office” was not exported').first()).toBeVisible();
  await expect.element(page.getByText('There is no such workspace.').first()).toBeVisible();
});
