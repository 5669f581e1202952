import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { NewWorkspaceDialog } from '../../../renderer/workspaces/new-workspace-dialog.tsx';
import { renderInWindow } from '../../helpers/render-in-window.tsx';

const dialog = page.getByRole('dialog', { name: 'New workspace' });
const button = (name: string) => dialog.getByRole('button', { name });

test('begins with a local workspace, and offers a remote service and the demo', async () => {
  const onClose = vi.fn();
  await renderInWindow(<NewWorkspaceDialog onClose={onClose} />);
  await expect.element(dialog.getByRole('textbox', { name: 'Organization name' })).toHaveFocus();
  await expect.element(button('Open the demo')).toBeVisible();
  await button('Connect to a remote service…').click();
  await expect.element(dialog).not.toBeInTheDocument();
  const connect = page.getByRole('dialog', { name: 'Connect to a remote service' });
  await expect.element(connect.getByRole('textbox', { name: 'Base URL' })).toHaveFocus();
  await connect.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('does not offer the demo in the demo', async () => {
  await renderInWindow(<NewWorkspaceDialog onClose={() => {}} />, { workspace: { kind: 'demo' } });
  await expect.element(button('Connect to a remote service…')).toBeVisible();
  await expect.element(button('Open the demo')).not.toBeInTheDocument();
});
