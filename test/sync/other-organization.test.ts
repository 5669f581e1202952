import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startStrictRemote, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { upload } from '../helpers/service/upload.ts';

let remote: StrictRemote;
let linked: LinkedWorkspace;
beforeEach(async () => {
  remote = await startStrictRemote();
  linked = await startLinkedWorkspace({ baseUrl: remote.baseUrl, orgId: remote.orgId, apiKey: remote.keys.admin });
  await linked.waitForStatus(({ state }) => state === 'up_to_date');
});
afterEach(async () => {
  await linked.stop();
  await remote.close();
});

const place = (recipient_number: string) =>
  linked.app(appRoutes.placeRemoteCall, { json: { remote_agent_id: 'agt_remote', recipient_number } });

const listWrites = ({ requests }: StrictRemote) => requests.filter(({ method }) => method !== 'GET');

const reason =
  'The remote has no organization org_remote. Another service may answer at this address. Check the base URL in Settings under Connection.';

test('another organization that answers at the base URL gets no call, document or build request', async () => {
  await place('+15550100');
  await linked.waitForStatus(({ waiting }) => waiting === 0);
  expect(remote.state.calls.size).toBe(1);
  const { port } = remote;
  await remote.close();
  // It accepts the same API key.
  const other = await startStrictRemote({ port, orgId: 'org_other' });
  await place('+15550101');
  await upload(linked.v1, 'Opening hours', 'Nine to five.');
  await linked.v1(v1Routes.submitAgentRequest, { json: { name: 'Reminders', objective: 'Remind passengers.' } });
  const status = await linked.waitForStatus(({ state }) => state === 'wrong_organization');
  expect(status).toMatchObject({ reason, waiting: 3, needs_you: 0 });
  await linked.sync();
  const { data } = await linked.app(appRoutes.listOutboxItems, {});
  expect(data).toHaveLength(3);
  expect(data.every((item) => item.state === 'queued' && item.reason === reason)).toBe(true);
  expect(listWrites(other)).toEqual([]);
  await other.close();
  remote = await startStrictRemote({ port });
  await linked.app(appRoutes.syncNow, {});
  await linked.waitForStatus(({ waiting }) => waiting === 0);
  expect(
    listWrites(remote)
      .map(({ operation }) => operation)
      .toSorted(),
  ).toEqual(['placeCall', 'submitAgentRequest', 'uploadDocument']);
});

test('a change is rejected if the API key may not read the organization', async () => {
  remote.state.keys.set(remote.keys.admin, 'viewer');
  await place('+15550100');
  const { state } = await linked.waitForStatus(({ needs_you }) => needs_you === 1);
  expect(state).toBe('needs_you');
  const { data } = await linked.app(appRoutes.listOutboxItems, {});
  expect(data).toMatchObject([
    {
      state: 'rejected',
      reason: 'The remote did not confirm the organization org_remote: Your role is not allowed to do this.',
    },
  ]);
  expect(listWrites(remote)).toEqual([]);
});

test('a change waits while the organization cannot be verified', async () => {
  remote.setFault('getOrganization', { status: 500 });
  await place('+15550100');
  const isDelayed = ({ state }: { readonly state: string }) => state === 'waiting';
  await linked.waitForStatus(isDelayed);
  expect(listWrites(remote)).toEqual([]);
  remote.setFault('getOrganization', null);
  await linked.app(appRoutes.syncNow, {});
  await linked.waitForStatus(({ waiting }) => waiting === 0);
  expect(remote.state.calls.size).toBe(1);
});

test('a change waits, with the final URL, while the base URL redirects', async () => {
  const writes: string[] = [];
  const server = createServer(({ method, url = '' }, response) => {
    if (method !== 'GET') writes.push(url);
    if (url.startsWith('/old/')) response.writeHead(307, { Location: url.replace('/old/', '/v2/') }).end();
    else response.writeHead(url === '/v2/organizations/org_remote' ? 200 : 404).end('{"id":"org_remote"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  await linked.stop();
  linked = await startLinkedWorkspace({ baseUrl: `${origin}/old`, orgId: 'org_remote', apiKey: 'key' });
  await place('+15550100');
  await linked.waitForStatus(({ state }) => state === 'waiting');
  expect((await linked.app(appRoutes.listOutboxItems, {})).data).toMatchObject([
    {
      state: 'queued',
      reason: `The remote redirects to ${origin}/v2. Change the base URL to it in Settings under Connection.`,
    },
  ]);
  expect(writes).toEqual([]);
  server.close();
  server.closeAllConnections();
});
