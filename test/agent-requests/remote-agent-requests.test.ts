import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { subscribeToEvents, readUntil } from '../helpers/service/subscribe-to-events.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { startStrictRemote, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';

let remote: StrictRemote;
let started: StartedService;

beforeEach(async () => {
  remote = await startStrictRemote();
  started = await startService({ keychain: createTestKeychain(), rateLimitPerMinute: 0 });
  const connection = { base_url: remote.baseUrl, org_id: remote.orgId, api_key: remote.keys.admin };
  await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Linked', connection } });
});
afterEach(async () => {
  await started.stop();
  await remote.close();
});

const json = { name: 'Collections', objective: 'Remind customers', required_integrations: ['Stripe'] };
const submit = async () => (await started.v1(v1Routes.submitAgentRequest, { json })).request_id;
const list = async () => (await started.app(appRoutes.listAgentRequestRecords, {})).data;
type Request = Awaited<ReturnType<typeof list>>[number];

/** Resolves when the latest build request is accepted. */
async function waitForRequest(isAccepted: (request: Request) => boolean): Promise<Request> {
  const requests = await readUntil(
    await subscribeToEvents(started.v1),
    (event) => event.type === 'agent_request.changed' || event.type === 'sync.changed',
    list,
    ([request]) => request !== undefined && isAccepted(request),
  );
  return requests[0] as Request; // accepted
}

describe('a build request in a linked workspace', () => {
  test('is submitted to the remote once, and follows its status', async () => {
    await submit();
    const sent = await waitForRequest(({ remote: known }) => known?.id === 'req_1');
    expect(sent).toMatchObject({ status: 'pending_review', pending: null });
    expect(remote.requests.find(({ operation }) => operation === 'submitAgentRequest')?.json).toMatchObject({
      name: 'Collections',
      objective: 'Remind customers',
      required_integrations: ['Stripe'],
    });
    const request = remote.state.agentRequests.get('req_1');
    Object.assign(request ?? {}, {
      status: 'in_development',
      assigned_engineer: 'Hanna Sundby',
      estimated_uat_date: '2026-12-01T00:00:00Z',
    });
    await started.app(appRoutes.syncNow, {});
    const moved = await waitForRequest(({ status }) => status === 'in_development');
    expect(moved).toMatchObject({ assigned_engineer: 'Hanna Sundby' });
    expect(moved.events.map(({ kind }) => kind)).toEqual(['status', 'status', 'engineer', 'uat_date']);
    Object.assign(request ?? {}, { status: 'security_check' });
    await started.app(appRoutes.syncNow, {});
    const unknown = await waitForRequest((one) => one.remote?.status === 'security_check');
    expect(unknown.events).toHaveLength(5);
    expect(remote.countRequests('submitAgentRequest')).toBe(1);
  });

  test('that the remote refuses shows why, and can be canceled', async () => {
    remote.setFault('submitAgentRequest', { status: 422, message: 'The integration Stripe is not supported.' });
    await submit();
    const { pending } = await waitForRequest((request) => request.pending?.state === 'rejected');
    expect(pending).toMatchObject({
      kind: 'submit_request',
      reason: 'The integration Stripe is not supported.',
      actions: expect.arrayContaining(['edit', 'send', 'cancel']),
    });
    await started.app(appRoutes.cancelOutboxItem, { params: { item_id: pending?.item_id ?? '' } });
    expect(await list()).toEqual([]);
  });

  test('whose response was lost is not submitted again, and waits for a decision', async () => {
    remote.setFault('submitAgentRequest', { drop: 'after' });
    await submit();
    const { pending } = await waitForRequest((request) => request.pending?.state === 'unknown');
    const params = { item_id: pending?.item_id ?? '' };
    await started.app(appRoutes.checkOutboxItem, { params });
    expect(remote.countRequests('submitAgentRequest')).toBe(1);
    await started.app(appRoutes.completeOutboxItem, { params, json: { remote_id: 'req_1' } });
    expect((await list())[0]).toMatchObject({ pending: null, remote: { id: 'req_1' } });
  });
});
