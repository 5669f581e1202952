import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Delivery } from '../../shared/agents/agent-requests.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { limits } from '../../shared/contract/limits.ts';
import {
  canTransitionAgentRequest,
  agentRequestStatuses,
  type AgentRequestStatus,
} from '../../shared/agents/agent-request-status.ts';
import { findUatDateChanges } from '../../shared/agents/uat-date-changes.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';
import { fastestVoice, startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';

let service: CallService;
/** The clock of the service. */
let now = Date.parse('2026-03-01T09:00:00.000Z');
beforeAll(async () => {
  service = await startCallService({ now: () => now });
});
afterAll(() => service.stop());

const submit = async (name = 'Collections') => {
  const json = { name, objective: 'Remind customers of what is due', required_integrations: ['Slack'] };
  return (await service.v1(v1Routes.submitAgentRequest, { json })).request_id;
};

const records = async () => (await service.app(appRoutes.listAgentRequestRecords, {})).data;

const change = (
  request_id: string,
  json: Parameters<typeof service.app<typeof appRoutes.updateAgentRequest>>[1]['json'],
) => service.app(appRoutes.updateAgentRequest, { params: { request_id }, json });

const move = (request_id: string, to: Exclude<AgentRequestStatus, 'delivered'>, headers: Record<string, string> = {}) =>
  service.app(appRoutes.moveAgentRequest, {
    params: { request_id },
    json: to === 'rejected' ? { to, reason: 'It is not what agents are for.' } : { to },
    headers,
  });

const delivery: Delivery = {
  name: 'Collections',
  objective: 'Remind customers of what is due',
  audience: 'Customers in arrears',
  greeting: 'Good day {first_name}, this is Collections, an automated assistant.',
  voice: fastestVoice,
};

const deliver = (request_id: string, json: Delivery = delivery, headers: Record<string, string> = {}) =>
  service.app(appRoutes.deliverAgentRequest, { params: { request_id }, json, headers });

/** Creates a build request with this status. */
async function createWithStatus(status: AgentRequestStatus): Promise<string> {
  const id = await submit();
  if (status === 'rejected') await move(id, 'rejected');
  if (['in_development', 'uat', 'delivered'].includes(status)) await move(id, 'in_development');
  if (['uat', 'delivered'].includes(status)) await move(id, 'uat');
  if (status === 'delivered') await deliver(id);
  return id;
}

test('a build request keeps its history from review to delivery', async () => {
  const request_id = await submit();
  now += 60_000;
  await change(request_id, { assigned_engineer: 'Hanna Sundby', estimated_uat_date: '2026-04-01T09:00:00.000Z' });
  await move(request_id, 'in_development');
  now += 60_000;
  await change(request_id, { estimated_uat_date: '2026-04-13T09:00:00.000Z' });
  await move(request_id, 'uat');
  expect(await service.v1(v1Routes.getAgentRequest, { params: { request_id } })).toEqual({
    request_id,
    status: 'uat',
    assigned_engineer: 'Hanna Sundby',
    estimated_uat_date: '2026-04-13T09:00:00.000Z',
  });
  now += 60_000;
  const delivered = await deliver(request_id);
  expect((await records())[0]).toEqual(delivered);
  const { agent_id, events } = delivered;
  expect(
    events.map((event) => [
      event.at.slice(11, 19),
      event.actor_name,
      { ...event, at: undefined, actor_name: undefined, by_remote: undefined },
    ]),
  ).toEqual(
    [
      ['09:00:00', { kind: 'status', status: 'pending_review', reason: null }],
      ['09:01:00', { kind: 'engineer', engineer: 'Hanna Sundby' }],
      ['09:01:00', { kind: 'uat_date', date: '2026-04-01T09:00:00.000Z' }],
      ['09:01:00', { kind: 'status', status: 'in_development', reason: null }],
      ['09:02:00', { kind: 'uat_date', date: '2026-04-13T09:00:00.000Z' }],
      ['09:02:00', { kind: 'status', status: 'uat', reason: null }],
      ['09:03:00', { kind: 'status', status: 'delivered', reason: 'Not tried in a call, 0 of 1 point accepted.' }],
    ].map(([at, event]) => [
      at,
      null,
      { ...(event as object), at: undefined, actor_name: undefined, by_remote: undefined },
    ]),
  );
  expect(findUatDateChanges(events)).toMatchObject({ changeCount: 1, daysLater: 12 });
  const { data: agents } = await service.app(appRoutes.listAgentRecords, {});
  expect(agents.find((agent) => agent.agent_id === agent_id)).toMatchObject({
    ...delivery,
    status: 'active',
    placeholders: ['first_name'],
    call_count: 0,
    last_call_at: null,
  });
});

test('a delivered agent can place calls until it is archived', async () => {
  const { agent_id } = await deliver(await createWithStatus('uat'));
  const agentId = agent_id ?? '';
  const call_id = await service.placeSimulatedCall({
    agent_id: agentId,
    metadata: { first_name: 'Mei' },
    persona: 'wrong_person',
  });
  const call = await waitForCall(service.v1, call_id);
  expect(call.status).toBe('completed');
  expect(call.transcript.find(({ speaker }) => speaker === 'agent')?.text).toContain(
    'Good day Mei, this is Collections',
  );
  const find = async () =>
    (await service.app(appRoutes.listAgentRecords, {})).data.find((agent) => agent.agent_id === agentId);
  expect(await find()).toMatchObject({ call_count: 1, last_call_at: new Date(now).toISOString() });

  const set = (status: 'active' | 'archived') =>
    service.app(appRoutes.updateAgent, { params: { agent_id: agentId }, json: { status } });
  expect(await set('archived')).toEqual({ ...(await find()), status: 'archived' });
  await expect(service.placeSimulatedCall({ agent_id: agentId })).rejects.toMatchObject({ code: 'agent_unknown' });
  await set('active');
  await waitForCall(service.v1, await service.placeSimulatedCall({ agent_id: agentId, persona: 'no_answer' }));
});

test('an agent with an objective of maximum length can place calls', async () => {
  const objective = 'Remind customers of what is due, and offer {two} plans. '
    .repeat(400)
    .slice(0, limits.objectiveLength);
  const { agent_id } = await deliver(await createWithStatus('uat'), { ...delivery, objective });
  const call = await waitForCall(
    service.v1,
    await service.placeSimulatedCall({ agent_id: agent_id ?? '', persona: 'interested' }),
  );
  expect(call.status).toBe('completed');
});

test('rejects every move that the state machine does not allow', async () => {
  for (const from of agentRequestStatuses) {
    for (const to of agentRequestStatuses) {
      if (canTransitionAgentRequest(from, to)) continue;
      const id = await createWithStatus(from);
      const before = (await records())[0];
      const refused = to === 'delivered' ? deliver(id) : move(id, to);
      await expect(refused, `${from} to ${to}`).rejects.toMatchObject({ code: 'move_not_allowed', status: 409 });
      expect((await records())[0]).toEqual(before);
    }
  }
});

test('a closed build request cannot be updated', async () => {
  for (const status of ['delivered', 'rejected'] as const) {
    const id = await createWithStatus(status);
    for (const json of [{ assigned_engineer: 'Ola Nordby' }, { estimated_uat_date: '2026-04-01T09:00:00.000Z' }])
      await expect(change(id, json)).rejects.toMatchObject({ code: 'request_closed', status: 409 });
  }
  expect((await records())[0]?.events.at(-1)).toMatchObject({
    status: 'rejected',
    reason: 'It is not what agents are for.',
  });
});

test('an update without changes adds no event', async () => {
  const id = await submit();
  const json = { assigned_engineer: 'Hanna Sundby', estimated_uat_date: '2026-04-01T09:00:00.000Z' } as const;
  const first = await change(id, json);
  expect(first.events.length).toBe(3);
  expect(await change(id, json)).toEqual(first);
  expect(await change(id, {})).toEqual(first);
  const taken = await change(id, { assigned_engineer: null, estimated_uat_date: null });
  expect(taken).toMatchObject({ assigned_engineer: null, estimated_uat_date: null });
  expect(taken.events.length).toBe(5);
});

test('a name is one visible line without bidirectional overrides', async () => {
  const id = await submit('Coll\u0000ections\n\u202eevil');
  expect((await records())[0]?.name).toBe('Coll ections evil');
  const named = await change(id, { assigned_engineer: ' Hanna\t\u2066Sundby\ud800 ' });
  expect(named.assigned_engineer).toBe('Hanna Sundby\ufffd');
  for (const unseen of ['\u200b', '\u202e', '\u0007', ' '])
    await expect(change(id, { assigned_engineer: unseen })).rejects.toMatchObject({
      code: 'malformed',
      errors: [{ pointer: '/assigned_engineer' }],
    });
});

test('accepts every valid UAT date', async () => {
  const id = await submit();
  for (const date of ['2028-02-29T09:00:00.000Z', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z'])
    expect((await change(id, { estimated_uat_date: date })).estimated_uat_date).toBe(date);
  for (const date of ['2100-02-29T09:00:00.000Z', '2026-06-30T23:59:60.000Z', '2026-04-01T09:00:00.000+02:00'])
    await expect(change(id, { estimated_uat_date: date }), date).rejects.toMatchObject({ code: 'malformed' });
});

test('a rejection requires a reason, and a delivery a name, objective and greeting', async () => {
  const id = await createWithStatus('uat');
  const headers = { 'Content-Type': 'application/json' };
  for (const body of [{ to: 'rejected' }, { to: 'rejected', reason: ' ' }, { to: 'delivered' }, { to: 'gone' }]) {
    const path = `/app/agent-requests/${id}/moves`;
    const refused = await service.send(path, { method: 'POST', headers, body: JSON.stringify(body) }, 'window');
    expect(refused.status, JSON.stringify(body)).toBe(400);
  }
  for (const field of ['name', 'objective', 'greeting'] as const)
    await expect(deliver(id, { ...delivery, [field]: ' ' })).rejects.toMatchObject({
      code: 'malformed',
      errors: [{ pointer: `/${field}` }],
    });
  for (const wrong of ['2026-04-01', 'soon', '2026-02-30T09:00:00.000Z'])
    await expect(change(id, { estimated_uat_date: wrong }), wrong).rejects.toMatchObject({ code: 'malformed' });
  expect((await records())[0]?.status).toBe('uat');
});

test('a move or delivery with a repeated Idempotency-Key runs once', async () => {
  const id = await createWithStatus('in_development');
  const moved = await move(id, 'uat', { 'Idempotency-Key': 'move-once' });
  expect(await move(id, 'uat', { 'Idempotency-Key': 'move-once' })).toEqual(moved);
  const delivered = await deliver(id, delivery, { 'Idempotency-Key': 'deliver-once' });
  expect(await deliver(id, delivery, { 'Idempotency-Key': 'deliver-once' })).toEqual(delivered);
  const agents = (await service.app(appRoutes.listAgentRecords, {})).data;
  expect(agents.filter(({ agent_id }) => agent_id === delivered.agent_id).length).toBe(1);
});

test('publishes events after each change', async () => {
  const events = await subscribeToEvents(service.v1);
  const id = await submit();
  await events.waitFor(
    ({ type, ...event }) => type === 'agent_request.changed' && 'request_id' in event && event.request_id === id,
  );
  await move(id, 'in_development');
  await move(id, 'uat');
  const { agent_id } = await deliver(id);
  await events.waitFor(
    ({ type, ...event }) => type === 'agent.changed' && 'agent_id' in event && event.agent_id === agent_id,
  );
  await events.stop();
});

test('returns 404 for unknown ids', async () => {
  const params = { request_id: 'abr_0' };
  await expect(change('abr_0', {})).rejects.toMatchObject({ code: 'request_not_found' });
  await expect(move('abr_0', 'uat')).rejects.toMatchObject({ code: 'request_not_found' });
  await expect(deliver('abr_0')).rejects.toMatchObject({ code: 'request_not_found' });
  await expect(service.v1(v1Routes.getAgentRequest, { params })).rejects.toMatchObject({ code: 'request_not_found' });
  const archiveUnknown = { params: { agent_id: 'agt_0' }, json: { status: 'archived' } } as const;
  await expect(service.app(appRoutes.updateAgent, archiveUnknown)).rejects.toMatchObject({ code: 'agent_not_found' });
});

test('an event contains the name of the API key', async () => {
  const { keys } = await service.service.openServeWorkspace({ demo: false });
  const sent = await service.send('/v1/agents/requests', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${keys?.admin}` },
    body: JSON.stringify({ objective: 'Ask whether everything works' }),
  });
  expect(sent.status).toBe(201);
  expect((await records())[0]?.events[0]?.actor_name).toBe('First key');
});
