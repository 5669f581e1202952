import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openWorkspace } from '../../../../renderer/features/workspaces/workspace-actions.ts';
import { WorkspaceMenu } from '../../../../renderer/features/workspaces/workspace-menu.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

test('shows while another workspace is being opened that the window works', async () => {
  const opening = Promise.withResolvers<never>();
  startFakeService().answer(appRoutes.openWorkspace, () => opening.promise);
  await renderInWindow(<WorkspaceMenu isCollapsed={false} />);
  const progress = page.getByRole('progressbar', { name: 'Opening workspace' });
  await expect.element(page.getByRole('button', { name: 'Workspace: Harbour Office' })).toBeVisible();
  expect(progress.query()).toBeNull();
  const change = openWorkspace('wsp_2');
  await expect.element(progress).toBeVisible();
  opening.reject(new Problem('workspace_not_found', 'It was removed.'));
  await expect(change).rejects.toThrow('It was removed.');
  await expect.element(progress).not.toBeInTheDocument();
});
