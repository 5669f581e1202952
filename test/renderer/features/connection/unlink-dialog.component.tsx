import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { UnlinkDialog } from '../../../../renderer/features/connection/unlink-dialog.tsx';
import { noCapabilities, type Connection } from '../../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService, type FakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { addUnfinishedUpload } from '../../../helpers/damage/unfinished-upload.ts';

const connection: Connection = {
  base_url: 'https://voice.example/v1',
  org_id: 'org_remote',
  key_header: 'Authorization',
  allow_http: false,
  certificate_sha256: null,
  key_hint: '6789',
  role: 'admin',
  capabilities: noCapabilities,
  checked_at: null,
};

const dialog = page.getByRole('alertdialog', { name: 'Unlink workspace' });
const unlinkButton = dialog.getByRole('button', { name: 'Unlink workspace' });
const question = page.getByRole('alertdialog', { name: 'Stop uploads?' });

let service: FakeService;
const onClose = vi.fn();

beforeEach(async () => {
  onClose.mockClear();
  service = startFakeService();
  await renderInWindow(<UnlinkDialog connection={connection} onClose={onClose} />, { workspace: { kind: 'linked' } });
});

test('unlinks the workspace, and says how many changes were canceled', async () => {
  service.answer(appRoutes.unlinkWorkspace, () => ({ canceled: 2, unknown: 1 }));
  await unlinkButton.click();
  await expect
    .element(
      page.getByText(
        'Unlinked from voice.example. 2 changes were canceled. 1 change may have been made by the remote.',
      ),
    )
    .toBeVisible();
  expect(onClose).toHaveBeenCalled();
});

test('asks before it unlinks the workspace while files are being uploaded', async () => {
  service.answer(appRoutes.unlinkWorkspace, () => {
    throw new Problem('storage_full', 'The disk is full.');
  });
  addUnfinishedUpload();
  await unlinkButton.click();
  await expect.element(question).toMatchTextContent('1 file has not been uploaded yet and will not be added.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  expect(service.listRequests(appRoutes.unlinkWorkspace)).toEqual([]);

  await unlinkButton.click();
  await question.getByRole('button', { name: 'Stop and unlink' }).click();
  await expect.element(page.getByText('The workspace was not unlinked').first()).toBeVisible();
  expect(onClose).toHaveBeenCalled();
  expect(service.listRequests(appRoutes.unlinkWorkspace)).toHaveLength(1);
});
