import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countCallsInProgress } from '../../electron/service/features/calls/call-queries.ts';
import { findRemoteItem } from '../../electron/service/features/remote/remote-item-queries.ts';
import { limits } from '../../shared/contract/limits.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { startJsonRemote, type JsonRemote } from '../helpers/remote/start-json-remote.ts';
import { startStrictRemote, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { RemoteCallWorld } from './remote-call-world.ts';

let remote: StrictRemote;
let world: RemoteCallWorld;

const connect = (options: Partial<ConstructorParameters<typeof RemoteCallWorld>[0]> = {}) =>
  new RemoteCallWorld({ baseUrl: remote.baseUrl, apiKey: remote.keys.admin, remoteOrgId: remote.orgId, ...options });

beforeEach(async () => {
  remote = await startStrictRemote();
  world = connect().start();
});
afterEach(async () => {
  await world.close();
  await remote.close();
});

describe('a call', () => {
  test('is placed once, with the ID that the remote gave to the agent', async () => {
    const callId = world.place();
    await world.waitForState(callId, 'done');
    expect(remote.requests.find(({ operation }) => operation === 'placeCall')?.json).toEqual({
      agent_id: 'agt_remote',
      recipient_number: '+15550100',
      metadata: { first_name: 'Ada' },
    });
    expect(remote.countRequests('placeCall')).toBe(1);
    expect(world.call(callId)).toMatchObject({ mode: 'remote', status: 'queued', is_simulated: 0 });
    await world.refresh();
    expect(remote.countRequests('getCall')).toBe(1);
  });

  test('waits while the remote cannot be reached, and is placed once when it can', async () => {
    const port = await findFreePort();
    const offline = connect({ baseUrl: `http://127.0.0.1:${port}/platform/v1` }).start();
    const callId = offline.place();
    await offline.waitFor(() => (offline.item(callId).attempts > 0 ? true : undefined));
    await offline.waitForState(callId, 'queued');
    expect(offline.call(callId).status).toBe('queued');
    const later = await startStrictRemote({ port });
    offline.outbox.retryNow();
    await offline.waitForState(callId, 'done');
    expect(later.countRequests('placeCall')).toBe(1);
    await offline.close();
    await later.close();
  });

  test('whose response is lost is not sent again, and waits for a decision', async () => {
    remote.setFault('placeCall', { drop: 'after' });
    const callId = world.place();
    const item = await world.waitForState(callId, 'unknown');
    expect(item.reason).toContain('The remote may have placed this call.');
    world.outbox.retryNow();
    world.restart();
    expect(world.item(callId).state).toBe('unknown');
    expect(remote.state.calls.size).toBe(1);
    expect(world.call(callId).status).toBe('queued');
    // A remote without a list of calls cannot be asked.
    const answer = await world.outbox.prepareCheck(item.item_id);
    expect(answer().state).toBe('unknown');
  });

  test('counts as in progress only while its outcome is known', async () => {
    remote.setFault('placeCall', (_, number) => (number === 1 ? { drop: 'after' } : undefined));
    const lost = world.place();
    await world.waitForState(lost, 'unknown');
    expect(countCallsInProgress(world.db, 'org_1')).toBe(0);
    const placed = world.place({ number: '+15550101' });
    world.outbox.retryNow(); // a lost response ends in a wait
    await world.waitForState(placed, 'done');
    expect(countCallsInProgress(world.db, 'org_1')).toBe(1);
    world.outbox.complete(world.item(lost).item_id, 'call_1');
    expect(countCallsInProgress(world.db, 'org_1')).toBe(2);
  });

  test('whose response contains no call ID waits for a decision as well', async () => {
    remote.setFault('placeCall', { change: () => ({ status: 'queued' }) });
    const callId = world.place();
    expect((await world.waitForState(callId, 'unknown')).reason).toContain('no usable call ID');
    expect(remote.countRequests('placeCall')).toBe(1);
  });

  test('is held after a restart', async () => {
    remote.setFault('placeCall', { status: 429 });
    const callId = world.place();
    await remote.waitForRequests('placeCall');
    await world.waitForState(callId, 'queued');
    remote.setFault('placeCall', null);
    world.restart();
    expect((await world.waitForState(callId, 'held')).reason).toBe('Switchboard was restarted before it was sent.');
    expect(remote.state.calls.size).toBe(0);
    (await world.outbox.prepareSend(world.item(callId).item_id))();
    await world.waitForState(callId, 'done');
    expect(remote.state.calls.size).toBe(1);
  });

  test('that was not sent in time is held', async () => {
    remote.setFault('placeCall', { status: 429 });
    const callId = world.place();
    await remote.waitForRequests('placeCall');
    await world.waitForState(callId, 'queued');
    remote.setFault('placeCall', null);
    world.nowMs += limits.callWaitMs + 1;
    world.outbox.retryNow();
    expect((await world.waitForState(callId, 'held')).reason).toBe('It was not sent in time.');
    expect(remote.state.calls.size).toBe(0);
  });

  test('that the remote refuses has failed with its reason, and can be sent again', async () => {
    remote.state.agentIds = ['agt_other'];
    const callId = world.place();
    const item = await world.waitForState(callId, 'rejected');
    expect(world.call(callId)).toMatchObject({ status: 'failed', reason: item.reason });
    remote.state.agentIds = null;
    (await world.outbox.prepareSend(item.item_id))();
    await world.waitForState(callId, 'done');
    expect(world.call(callId)).toMatchObject({ status: 'queued', reason: null, ended_at: null });
  });

  test('marked as done is followed with its ID, or known to be placed without one', async () => {
    remote.setFault('placeCall', { drop: 'after' });
    const first = world.place();
    await world.waitForState(first, 'unknown');
    const second = world.place({ number: '+15550101' });
    world.outbox.retryNow();
    await world.waitForState(second, 'unknown');
    world.outbox.complete(world.item(first).item_id, 'call_1');
    world.outbox.complete(world.item(second).item_id, null);
    const call = remote.state.calls.get('call_1');
    if (call) Object.assign(call, { status: 'completed', disposition: 'Interested', duration_seconds: 61 });
    await world.refresh();
    expect(world.call(first)).toMatchObject({ status: 'completed', disposition: 'Interested', duration_seconds: 61 });
    expect(world.call(second)).toMatchObject({ status: 'completed', disposition: null });
    expect(world.call(second).reason).toContain('its result cannot be fetched');
  });

  test('that is answered with the ID of another call may have been placed', async () => {
    const first = world.place();
    await world.waitForState(first, 'done');
    remote.setFault('placeCall', { change: (body) => ({ ...body, call_id: 'call_1' }) });
    const second = world.place({ number: '+15550101' });
    await world.waitForState(second, 'unknown');
    expect(world.item(second).reason).toBe(
      `The remote answered with the ID of the call to ${world.call(first).recipient_number}. The remote may have placed this call.`,
    );
    world.outbox.retryNow();
    expect([world.call(first).status, world.call(second).status]).toEqual(['queued', 'queued']);
    expect(remote.countRequests('placeCall')).toBe(2);
  });
});

describe('the check of a call whose response was lost', () => {
  let list: JsonRemote;
  let asking: RemoteCallWorld;

  beforeEach(async () => {
    list = await startJsonRemote();
    setList();
    list.answers.set('POST /calls/outbound', { status: 'queued' });
    asking = connect({ ...connectionOf(list), capabilities: { call_list: true } }).start();
    await asking.refresh();
  });
  afterEach(async () => {
    await asking.close();
    await list.close();
  });

  const connectionOf = ({ baseUrl, apiKey, orgId }: JsonRemote) => ({ baseUrl, apiKey, remoteOrgId: orgId });
  const toCall = (call_id: string) => ({ call_id, agent_id: 'agt_remote', status: 'ringing' });
  const setList = (...callIds: readonly string[]) =>
    list.answers.set('GET /calls', { data: callIds.map(toCall), next_cursor: null });
  const place = (number: string) => {
    const callId = asking.place({ number });
    asking.outbox.retryNow(); // an unusable response ends in a wait
    return callId;
  };
  const placeUnanswered = async (number = '+15550100') => {
    const callId = place(number);
    await asking.waitForState(callId, 'unknown');
    return callId;
  };
  const check = async (callId: string) => (await asking.outbox.prepareCheck(asking.item(callId).item_id))().state;

  test('finds the only new call of its agent', async () => {
    const callId = await placeUnanswered();
    setList('call_new');
    expect(await check(callId)).toBe('done');
    await asking.refresh();
    expect(asking.calls).toMatchObject([{ call_id: callId, status: 'ringing' }]);
  });

  test.each([
    ['is unknown as well', () => {}],
    ['was canceled', (itemId: string) => asking.outbox.cancel(itemId)],
    ['was marked as done without its ID', (itemId: string) => asking.outbox.complete(itemId, null)],
    [
      'waits to be sent again',
      (itemId: string) => asking.db.run(`UPDATE outbox_item SET state = 'queued' WHERE item_id = ?`, itemId),
    ],
  ] as const)('does not take the call of another one that %s', async (_, decide) => {
    const other = await placeUnanswered();
    const callId = await placeUnanswered('+15550101');
    decide(asking.item(other).item_id);
    setList('call_of_the_other');
    expect(await check(callId)).toBe('unknown');
  });

  test.each([
    ['was canceled', (itemId: string) => asking.outbox.cancel(itemId)],
    ['was marked as done without its ID', (itemId: string) => asking.outbox.complete(itemId, null)],
  ] as const)('ignores another one that %s before the list was last read', async (_, decide) => {
    decide(asking.item(await placeUnanswered()).item_id);
    setList('call_of_the_other');
    await asking.refresh();
    asking.nowMs += 1_000;
    const callId = await placeUnanswered('+15550101');
    setList('call_new', 'call_of_the_other');
    expect(await check(callId)).toBe('done');
    expect(findRemoteItem(asking.db, 'call', callId)?.remote_id).toBe('call_new');
  });

  test('does not assign a call that another item placed while the list was read', async () => {
    const callId = await placeUnanswered();
    let placed = '';
    // Called when the remote answers.
    const toJSON = () => {
      placed = place('+15550101');
      return { data: [toCall('call_of_the_other')], next_cursor: null };
    };
    list.answers.set('GET /calls', { toJSON });
    expect(await check(callId)).toBe('unknown');
    await asking.waitForState(placed, 'unknown');
  });
});

describe('a second call of a number', () => {
  test('is refused within ten minutes, unless it is confirmed', async () => {
    const callId = world.place();
    await world.waitForState(callId, 'done');
    expect(() => world.place()).toThrow(expect.objectContaining({ code: 'duplicate_call' }));
    await world.waitForState(world.place({ allowDuplicate: true }), 'done');
    world.nowMs += limits.duplicateCallMs + 1;
    await world.waitForState(world.place(), 'done');
  });

  test('is held if it comes from the API', async () => {
    await world.waitForState(world.place(), 'done');
    const callId = world.place({ holdsDuplicate: true });
    expect(world.item(callId)).toMatchObject({ state: 'held', reason: expect.stringContaining('ten minutes ago') });
    expect(remote.countRequests('placeCall')).toBe(1);
  });

  test('is refused also after the first one was canceled, if the remote may have placed it', async () => {
    remote.setFault('placeCall', { drop: 'after' });
    const callId = world.place();
    world.outbox.cancel((await world.waitForState(callId, 'unknown')).item_id);
    expect(world.call(callId)).toMatchObject({
      status: 'canceled',
      reason: expect.stringContaining('may have placed'),
    });
    expect(() => world.place()).toThrow(expect.objectContaining({ code: 'duplicate_call' }));
  });
});

describe('cancel', () => {
  test('ends a call that the remote has not received', async () => {
    remote.setFault('placeCall', { status: 429 });
    const callId = world.place();
    await remote.waitForRequests('placeCall');
    await world.waitForState(callId, 'queued');
    world.cancel(callId);
    expect(world.item(callId).state).toBe('canceled');
    expect(world.call(callId).status).toBe('canceled');
    remote.setFault('placeCall', null);
    world.outbox.retryNow();
    await world.waitForState(world.place({ number: '+15550101' }), 'done');
    expect(remote.state.calls.size).toBe(1);
    expect(() => world.cancel(callId)).toThrow(expect.objectContaining({ code: 'not_cancelable' }));
  });

  test('is refused for a call on a remote that cannot cancel, and while it is not known whether it was placed', async () => {
    const placed = world.place();
    await world.waitForState(placed, 'done');
    expect(() => world.cancel(placed)).toThrow(expect.objectContaining({ code: 'not_available_on_remote' }));
    remote.setFault('placeCall', { drop: 'after' });
    const lost = world.place({ number: '+15550101' });
    await world.waitForState(lost, 'unknown');
    expect(() => world.cancel(lost)).toThrow(expect.objectContaining({ code: 'not_cancelable' }));
  });
});
