import { expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { startLinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { upload } from '../helpers/service/upload.ts';

test('what waits for the remote is listed with its state, and is not in progress', async () => {
  const baseUrl = `http://127.0.0.1:${await findFreePort()}/v1`;
  const linked = await startLinkedWorkspace({ baseUrl, orgId: 'org_1', apiKey: 'remote key' });
  await upload(linked.v1, 'fares', 'A bicycle costs four pounds.');
  await linked.app(appRoutes.placeRemoteCall, {
    json: { remote_agent_id: 'agent_ferry', recipient_number: '+14155550177' },
  });
  expect(await linked.app(appRoutes.getOverview, {})).toMatchObject({
    processing: { total: 0, data: [] },
    calls: { running: 0, data: [{ status: 'queued', pending: { kind: 'place_call' } }] },
    attention: [],
  });
  await linked.stop();
});
