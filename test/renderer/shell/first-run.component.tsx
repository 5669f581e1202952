import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OpenedItem } from '../../../shared/window/bridge.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { bridge } from '../../../renderer/data/bridge.ts';
import { closeOverlay } from '../../../renderer/data/overlay-store.ts';
import { queryClient } from '../../../renderer/data/query-client.ts';
import { FirstRun } from '../../../renderer/shell/first-run.tsx';
import { startFakeService } from '../../helpers/remote/fake-service.ts';
import { renderInWindow, sampleWorkspace } from '../../helpers/components/render-in-window.tsx';
import { sampleBackup, sampleBackups, sampleSummary } from '../features/backups/sample-backup.ts';

afterEach(closeOverlay);

const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });

test('has the demo prepared while the user reads, unless there are workspaces to open', async () => {
  const service = startFakeService();
  service.answer(appRoutes.prepareDemo, () => ({}));
  service.answer(appRoutes.listWorkspaces, () => ({ data: [sampleWorkspace], current_id: null }));
  await renderInWindow(<FirstRun />);
  await expect.element(page.getByRole('region', { name: 'Workspaces' })).toBeVisible();
  expect(service.listRequests(appRoutes.prepareDemo)).toEqual([]);

  service.answer(appRoutes.listWorkspaces, () => ({ data: [], current_id: null }));
  await queryClient.invalidateQueries();
  await expect.poll(() => service.listRequests(appRoutes.prepareDemo)).toHaveLength(1);
});

test('offers to restore a backup that is opened or dropped while no workspace is open', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listWorkspaces, () => ({ data: [], current_id: null }));
  service.answer(appRoutes.listBackups, () => sampleBackups);
  service.answer(appRoutes.uploadBackup, () => sampleBackup);
  service.answer(appRoutes.previewBackup, () => sampleSummary);
  service.answer(appRoutes.deleteBackup, () => ({ backup_id: sampleBackup.backup_id, name: 'Copy' }));
  service.answer(appRoutes.prepareDemo, () => ({}));
  const onOpenItem = vi.spyOn(bridge, 'onOpenItem');
  const upload = vi.spyOn(bridge, 'uploadOpenedBackup');
  upload.mockResolvedValue({ status: 201, body: JSON.stringify(sampleBackup) });
  await renderInWindow(<FirstRun />);
  await expect.element(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  const [kinds, open] = onOpenItem.mock.lastCall ?? [];
  expect(kinds, 'links and documents wait for a workspace').toEqual(['backup']);
  const item: OpenedItem = { kind: 'backup', token: 'token-1' };
  open?.(item);
  await expect.element(dialog.getByText(sampleSummary.workspace_name)).toBeVisible();
  expect(upload).toHaveBeenCalledExactlyOnceWith('token-1');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  const files = new DataTransfer();
  files.items.add(new File(['text'], 'notes.txt'));
  files.items.add(new File(['bytes'], sampleBackup.file_name));
  const target = page.getByRole('heading', { name: 'Switchboard' }).element();
  target.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
  await expect.element(dialog.getByText(sampleSummary.workspace_name)).toBeVisible();
  expect(service.listRequests(appRoutes.uploadBackup)).toHaveLength(1);
});

test('shows the diagnostics while no workspace is open, also from the native menu', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listWorkspaces, () => ({ data: [], current_id: null }));
  service.answer(appRoutes.prepareDemo, () => ({}));
  service.answer(appRoutes.getDiagnostics, () => ({ text: '{"version":"1.0.0"}' }));
  const onCommand = vi.spyOn(bridge, 'onCommand');
  await renderInWindow(<FirstRun />);
  const diagnostics = page.getByRole('textbox', { name: 'Diagnostics' });
  const close = page.getByRole('button', { name: 'Close', exact: true });
  const choices = [
    () => page.getByRole('button', { name: 'Diagnostics…' }).click(),
    async () => onCommand.mock.lastCall?.[1]('show-diagnostics'),
  ];
  for (const choose of choices) {
    await choose();
    await expect.element(diagnostics).toHaveValue('{"version":"1.0.0"}');
    await close.click();
    await expect.element(diagnostics).not.toBeInTheDocument();
  }
  expect(onCommand.mock.lastCall?.[0], 'the other commands need a workspace').toEqual(['show-diagnostics']);
});
