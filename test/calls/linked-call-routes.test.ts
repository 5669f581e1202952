import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../shared/contract/limits.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { createCallId } from '../helpers/data/call-ids.ts';
import { createIdCounter } from '../helpers/clock/id-counter.ts';
import { readUntil, subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';
import { createTestApiKey } from '../helpers/service/start-service-with-workspace.ts';
import { createLocalWorkspace, startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { serveInProcess, type ServedService } from '../helpers/service/serve-in-process.ts';
import { startStrictRemote, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';

type Connection = { readonly base_url: string; readonly org_id: string; readonly api_key: string };

async function startLinkedService(connection: Connection): Promise<StartedService> {
  const started = await startService({ keychain: createTestKeychain(), rateLimitPerMinute: 0 });
  await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Linked', connection } });
  return started;
}

/** Resolves with a call once it is accepted. */
async function waitForDetails(
  { v1, app }: StartedService,
  callId: string,
  isAccepted: (details: Awaited<ReturnType<typeof readDetails>>) => boolean,
) {
  return readUntil(
    await subscribeToEvents(v1),
    (event) => event.type === 'call.changed' || event.type === 'sync.changed',
    () => readDetails(app, callId),
    isAccepted,
  );
}

const readDetails = (app: StartedService['app'], call_id: string) =>
  app(appRoutes.getCallDetails, { params: { call_id } });

const problem = (code: string) => expect.objectContaining({ code });

describe('a workspace that is linked to a remote of the specification', () => {
  let remote: StrictRemote;
  let started: StartedService;
  beforeEach(async () => {
    remote = await startStrictRemote();
    started = await startLinkedService({ base_url: remote.baseUrl, org_id: remote.orgId, api_key: remote.keys.admin });
  });
  afterEach(async () => {
    await started.stop();
    await remote.close();
  });

  const place = async (json: object = {}) =>
    (
      await started.app(appRoutes.placeRemoteCall, {
        json: { remote_agent_id: 'agt_remote', recipient_number: '+15550100', ...json },
      })
    ).call_id;

  test('places real calls, and says until when they wait', async () => {
    const before = Date.now();
    const accepted = await started.app(appRoutes.placeRemoteCall, {
      json: { remote_agent_id: 'agt_remote', recipient_number: '+15550100' },
    });
    expect(accepted.status).toBe('queued');
    const time = Date.parse(/\d{4}-\S+Z/.exec(accepted.message)?.[0] ?? '');
    expect(time - before).toBeGreaterThanOrEqual(limits.callWaitMs);
    const details = await waitForDetails(started, accepted.call_id, ({ remote: known }) => known?.id === 'call_1');
    expect(details).toMatchObject({ simulated: false, practice: false, status: 'queued', pending: null });
    expect(remote.state.calls.size).toBe(1);
  });

  test('sends a number without its trunk prefix, and holds a call to the same number with it', async () => {
    const first = await place({ recipient_number: '+4402079460018' });
    await waitForDetails(started, first, ({ pending }) => pending === null);
    const sent = remote.requests.find(({ operation }) => operation === 'placeCall');
    expect(sent?.json).toMatchObject({ recipient_number: '+442079460018' });
    const { agent_id } = await readDetails(started.app, first);
    const json = { agent_id, recipient_number: '+44002079460018' };
    const { call_id, message } = await started.v1(v1Routes.placeCall, { json });
    expect(message).toContain('The trunk prefix of +44002079460018 was removed.');
    expect((await readDetails(started.app, call_id)).pending).toMatchObject({ state: 'held', label: '+442079460018' });
    await expect(place({ recipient_number: '+442079460018' })).rejects.toEqual(problem('duplicate_call'));
  });

  test('keeps an ID that the remote sends as a large number', async () => {
    const body = '{"call_id": 8471920365518273649, "status": "queued", "message": "Queued."}';
    remote.setFault('placeCall', { body });
    const details = await waitForDetails(started, await place(), ({ pending }) => pending === null);
    expect(details.remote).toMatchObject({ id: '8471920365518273649' });
  });

  test('places calls for API clients, and holds one to a number that was just called', async () => {
    const first = await place();
    await waitForDetails(started, first, ({ pending }) => pending === null);
    const { agent_id } = await readDetails(started.app, first);
    const { call_id, message } = await started.v1(v1Routes.placeCall, {
      json: { agent_id, recipient_number: '+15550100' },
    });
    expect(message).toContain('waits for your decision');
    const { data } = await started.v1(v1Routes.listActivity, {});
    expect(data[0]?.summary).toBe('Queued call from agt_remote to +15550100');
    expect((await readDetails(started.app, call_id)).pending).toMatchObject({ state: 'held', kind: 'place_call' });
    await expect(place()).rejects.toEqual(problem('duplicate_call'));
    await place({ recipient_number: '+15550101' });
    expect(remote.state.calls.size).toBeLessThanOrEqual(2);
  });

  test('simulates nothing', async () => {
    const first = await place();
    const { agent_id } = await readDetails(started.app, first);
    const simulate = (mode: 'simulated' | 'practice') =>
      started.app(appRoutes.placeSimulatedCall, { json: { agent_id, recipient_number: '+15550109', mode } });
    await expect(simulate('simulated')).rejects.toEqual(problem('not_available_on_remote'));
    await expect(simulate('practice')).rejects.toEqual(problem('not_available_on_remote'));
    expect((await started.v1(v1Routes.listCalls, {})).data).toHaveLength(1);
  });

  test('does not send a waiting call to a number that is added to the do-not-call list', async () => {
    remote.setFault('placeCall', { status: 429 });
    const call_id = await place();
    await waitForDetails(started, call_id, ({ pending }) => pending?.state === 'queued' && pending.attempts > 0);
    await started.v1(v1Routes.addDoNotCallEntry, { json: { recipient_number: '+15550100', reason: 'Asked' } });
    const details = await readDetails(started.app, call_id);
    expect(details).toMatchObject({ status: 'canceled', pending: null });
    expect(details.reason).toContain('do-not-call list');
    await expect(place()).rejects.toEqual(problem('do_not_call'));
    expect(remote.state.calls.size).toBe(0);
  });

  test('meters no minutes', async () => {
    const call_id = await place();
    await waitForDetails(started, call_id, ({ pending }) => pending === null);
    Object.assign(remote.state.calls.get('call_1') ?? {}, { status: 'completed', duration_seconds: 600 });
    await started.app(appRoutes.syncNow, {});
    await waitForDetails(started, call_id, ({ status }) => status === 'completed');
    const usage = await started.v1(v1Routes.getUsage, {}).catch(() => null);
    expect(usage?.minutes_used ?? remote.state.usage['minutes_used']).toBe(remote.state.usage['minutes_used']);
  });

  test('stores as many turns of a long call as it can, and says that there are more', async () => {
    const call_id = await place();
    await waitForDetails(started, call_id, ({ pending }) => pending === null);
    const transcript = Array.from({ length: 5_000 }, (_, index) => ({ speaker: 'agent', text: `Turn ${index}` }));
    Object.assign(remote.state.calls.get('call_1') ?? {}, { status: 'completed', transcript });
    const readTimeline = () => started.v1(v1Routes.getCallTimeline, { params: { call_id } });
    expect(await readTimeline()).toMatchObject({ turns: [], has_more_turns: false });
    await started.app(appRoutes.syncNow, {});
    await waitForDetails(started, call_id, ({ status }) => status === 'completed');
    const { turns, has_more_turns } = await readTimeline();
    expect(turns).toHaveLength(4_096);
    expect(turns.at(-1)?.text).toBe('Turn 4095');
    expect(has_more_turns).toBe(true);
  });

  test('cannot cancel a call that the remote has', async () => {
    const call_id = await place();
    await waitForDetails(started, call_id, ({ remote: known }) => known?.id !== null);
    await expect(started.v1(v1Routes.cancelCall, { params: { call_id } })).rejects.toEqual(
      problem('not_available_on_remote'),
    );
  });
});

describe('a workspace that is linked to a second service', () => {
  let second: CallService;
  let server: ServedService;
  let started: StartedService;
  beforeEach(async () => {
    const countIds = createIdCounter();
    const newId = (prefix: string) => (prefix === 'call' ? createCallId('wrong_person') : countIds(prefix));
    second = await startCallService({ keychain: createTestKeychain(), newId });
    server = await serveInProcess(second);
    const { secret } = await createTestApiKey(second, 'admin');
    const { org_id } = await second.app(appRoutes.getSession, {});
    started = await startLinkedService({ base_url: `${server.origin}/v1`, org_id: org_id ?? '', api_key: secret });
    await started.app(appRoutes.checkConnection, {});
  });
  afterEach(async () => {
    await started.stop();
    await server.close();
    await second.stop();
  });

  test('shows a remote simulated call as simulated, with its recording', async () => {
    const { call_id } = await started.app(appRoutes.placeRemoteCall, {
      json: { remote_agent_id: second.agentId, recipient_number: '+15550100' },
    });
    const details = await waitForDetails(started, call_id, ({ recording }) => recording !== null);
    expect(details).toMatchObject({ status: 'completed', simulated: true, practice: false });
    const timeline = await started.v1(v1Routes.getCallTimeline, { params: { call_id } });
    expect(timeline).toMatchObject({ simulated: true, times: 'exact' });
    expect(timeline.peaks.channels[0].length).toBeGreaterThan(10);
    const { status } = await started.send(details.recording?.url ?? '');
    expect(status).toBe(200);
    expect((await second.v1(v1Routes.listCalls, {})).data).toHaveLength(1);
  });
});

test('a local workspace has no real calls', async () => {
  const started = await startService({ keychain: createTestKeychain() });
  await createLocalWorkspace(started, 'Local');
  const json = { remote_agent_id: 'agt_1', recipient_number: '+15550100' };
  await expect(started.app(appRoutes.placeRemoteCall, { json })).rejects.toEqual(problem('not_linked'));
  await expect(started.app(appRoutes.importCalls, { json: { ids: ['call_1'] } })).rejects.toEqual(
    problem('not_linked'),
  );
  await started.stop();
});
