import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { RemoveWorkspaceDialog } from '../../../../renderer/features/workspaces/remove-workspace-dialog.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow, sampleWorkspace } from '../../../helpers/components/render-in-window.tsx';
import { addUnfinishedUpload } from '../../../helpers/damage/unfinished-upload.ts';

const dialog = page.getByRole('alertdialog', { name: 'Remove workspace' });
const question = page.getByRole('alertdialog', { name: 'Stop uploads?' });

async function renderDuringUpload({ isCurrent }: { readonly isCurrent: boolean }) {
  const service = startFakeService();
  service.answer(appRoutes.deleteWorkspace, () => {
    throw new Problem('workspace_unusable', 'Its folder cannot be deleted.');
  });
  const onClose = vi.fn();
  await renderInWindow(<RemoveWorkspaceDialog workspace={sampleWorkspace} isCurrent={isCurrent} onClose={onClose} />);
  addUnfinishedUpload();
  const confirm = async () => {
    await dialog.getByRole('textbox').fill(sampleWorkspace.name);
    await dialog.getByRole('button', { name: 'Remove workspace' }).click();
  };
  return { service, onClose, confirm };
}

test('asks before it removes the open workspace while files are being uploaded', async () => {
  const { service, onClose, confirm } = await renderDuringUpload({ isCurrent: true });
  await confirm();
  await expect.element(question).toMatchTextContent('1 file has not been uploaded yet and will not be added.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  expect(service.listRequests(appRoutes.deleteWorkspace)).toEqual([]);

  await confirm();
  await question.getByRole('button', { name: 'Stop and remove' }).click();
  await expect.element(page.getByText('Its folder cannot be deleted.').first()).toBeVisible();
  expect(onClose).toHaveBeenCalled();
  expect(service.listRequests(appRoutes.deleteWorkspace)).toHaveLength(1);
});

test('does not ask about uploads before it removes another workspace', async () => {
  const { service, confirm } = await renderDuringUpload({ isCurrent: false });
  await confirm();
  await expect.element(page.getByText('Its folder cannot be deleted.').first()).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(service.listRequests(appRoutes.deleteWorkspace)).toHaveLength(1);
});
