import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openOverlay } from '../../../../renderer/data/overlay-store.ts';
import { CommandOverlays } from '../../../../renderer/shell/frame/command-overlays.tsx';
import { NewWorkspaceDialog } from '../../../../renderer/features/workspaces/new-workspace-dialog.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { addUnfinishedUpload } from '../../../helpers/damage/unfinished-upload.ts';

const dialog = page.getByRole('dialog', { name: 'New workspace' });
const button = (name: string) => dialog.getByRole('button', { name });

test('begins with a local workspace, and offers a remote service and the demo', async () => {
  await renderInWindow(<CommandOverlays />);
  openOverlay('new-workspace');
  await expect.element(dialog.getByRole('textbox', { name: 'Organization name' })).toHaveFocus();
  await expect.element(button('Open the demo')).toBeVisible();
  await button('Connect to a remote service…').click();
  await expect.element(dialog).not.toBeInTheDocument();
  const connect = page.getByRole('dialog', { name: 'Connect to a remote service' });
  await expect.element(connect.getByRole('textbox', { name: 'Base URL' })).toHaveFocus();
  await connect.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(connect).not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('does not offer the demo in the demo', async () => {
  await renderInWindow(<NewWorkspaceDialog onClose={() => {}} />, { workspace: { kind: 'demo' } });
  await expect.element(button('Connect to a remote service…')).toBeVisible();
  await expect.element(button('Open the demo')).not.toBeInTheDocument();
});

test('asks before it creates a workspace while files are being uploaded', async () => {
  const service = startFakeService();
  service.answer(appRoutes.createWorkspace, () => {
    throw new Problem('storage_full', 'The disk is full.');
  });
  await renderInWindow(<NewWorkspaceDialog onClose={() => {}} />);
  addUnfinishedUpload();
  await dialog.getByRole('textbox', { name: 'Organization name' }).fill('Kestrel');
  await button('Create workspace').click();
  const question = page.getByRole('alertdialog', { name: 'Stop uploads?' });
  await expect.element(question).toMatchTextContent('1 file has not been uploaded yet and will not be added.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(service.listRequests(appRoutes.createWorkspace)).toEqual([]);

  await button('Create workspace').click();
  await question.getByRole('button', { name: 'Stop and switch' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/The disk is full/);
  expect(service.listRequests(appRoutes.createWorkspace)).toMatchObject([{ json: { kind: 'local', name: 'Kestrel' } }]);
});
