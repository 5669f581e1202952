import { afterEach, beforeEach, expect, it } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { openEventStream } from '../helpers/service/subscribe-to-events.ts';

let started: StartedService;

beforeEach(async () => {
  started = await startServiceWithWorkspace();
});
afterEach(() => started.stop());

const newWorkspace = { kind: 'local', name: 'Other', industry: '', email: '' } as const;

it.each([
  ['closes', () => started.app(appRoutes.createWorkspace, { json: newWorkspace })],
  [
    'is deleted',
    async () => {
      const { current_id } = await started.app(appRoutes.listWorkspaces, {});
      await started.app(appRoutes.deleteWorkspace, { params: { workspace_id: current_id ?? '' } });
    },
  ],
])("the event stream of a workspace ends when the workspace %s, and the window's continues", async (_case, change) => {
  const stream = openEventStream(await started.v1(v1Routes.streamEvents, {}));
  const windowStream = openEventStream(await started.app(appRoutes.streamAppEvents, {}));
  await change();
  await expect(stream.waitFor(({ type }) => type === 'workspaces.changed')).rejects.toThrow('The event stream ended.');
  await windowStream.waitFor(({ type }) => type === 'workspaces.changed');
  await windowStream.stop();
});
