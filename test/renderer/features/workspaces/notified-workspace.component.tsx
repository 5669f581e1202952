import { expect, onTestFinished, test } from 'vitest';
import { openInWorkspace } from '../../../../renderer/features/workspaces/notified-workspace-store.ts';
import { NotifiedWorkspace } from '../../../../renderer/features/workspaces/notified-workspace.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow, sampleWorkspace } from '../../../helpers/components/render-in-window.tsx';

test('opens the workspace of a notification, and then the view of its subject', async () => {
  onTestFinished(() => {
    location.hash = '';
  });
  const other = { ...sampleWorkspace, workspace_id: 'wsp_2', kind: 'linked', remote_host: 'voice.example' } as const;
  const service = startFakeService();
  service.answer(appRoutes.openWorkspace, () => other);
  service.answer(appRoutes.streamAppEvents, () => new Blob());
  const session = {
    version: '1.0.0',
    workspace: other,
    org_id: 'org_2',
    role: 'admin',
    highest_role: 'admin',
    member: null,
    asks_for_member: false,
  } as const;
  service.answer(appRoutes.getSession, () => session);
  await renderInWindow(<NotifiedWorkspace />);
  openInWorkspace('wsp_2', '/calls/call_1');
  await expect.poll(() => location.hash).toBe('#/calls/call_1');
  expect(service.listRequests(appRoutes.openWorkspace).map(({ path }) => path)).toEqual([
    expect.stringContaining('/wsp_2/'),
  ]);
});
