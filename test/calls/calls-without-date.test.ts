import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { dayMs } from '../../shared/text/duration.ts';
import { startJsonRemote, type JsonRemote } from '../helpers/remote/start-json-remote.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { RemoteCallWorld } from './remote-call-world.ts';

let remote: JsonRemote;
let linked: LinkedWorkspace;

beforeEach(async () => {
  remote = await startJsonRemote();
  remote.answers.set('GET /organizations/org_remote', { id: 'org_remote', name: 'Harbour' });
  const calls = [
    { call_id: 'c3', agent_id: 'a1', status: 'in_progress' },
    { call_id: 'c2', agent_id: 'a1', status: 'failed' },
    { call_id: 'c1', agent_id: 'a1', status: 'completed', duration_seconds: 90, disposition: 'Interested' },
  ];
  remote.answers.set('GET /calls', { data: calls, next_cursor: null });
  for (const call of calls) remote.answers.set(`GET /calls/${call.call_id}`, call);
  linked = await startLinkedWorkspace(remote, { call_list: true });
  await linked.sync();
});
afterEach(async () => {
  await linked.stop();
  await remote.close();
});

const monthAgo = () => new Date(Date.now() - 30 * dayMs).toISOString();

test('calls that were made elsewhere have neither a number nor a date', async () => {
  const { data, total, without_date } = await linked.app(appRoutes.listCallRecords, {});
  expect([total, without_date]).toEqual([3, 0]);
  expect(data.map(({ remote: state, ...call }) => [state?.id, call.recipient_number, call.created_at])).toEqual([
    ['c3', '', null],
    ['c2', '', null],
    ['c1', '', null],
  ]);
  expect(data.map(({ ended_at }) => ended_at)).toEqual([null, null, null]);
  expect((await linked.v1(v1Routes.listCalls, {})).data).toHaveLength(3);
  const [agent] = (await linked.app(appRoutes.listAgentRecords, {})).data;
  expect(agent).toMatchObject({ call_count: 3, last_call_at: null });
});

test('the end of a call that was seen before is known', async () => {
  const { baseUrl, apiKey, orgId: remoteOrgId } = remote;
  const world = new RemoteCallWorld({ baseUrl, apiKey, remoteOrgId, capabilities: { call_list: true } }).start();
  await world.refresh();
  remote.answers.set('GET /calls/c3', { call_id: 'c3', agent_id: 'a1', status: 'completed', duration_seconds: 5 });
  await world.refresh();
  expect(world.calls[0]).toMatchObject({ status: 'completed', created_at: null, ended_at: world.nowMs });
  await world.close();
});

test('a period contains none of them, and says how many there are', async () => {
  const list = (query: object) => linked.app(appRoutes.listCallRecords, { query });
  expect(await list({ from: monthAgo() })).toEqual({ data: [], total: 0, without_date: 3 });
  expect(await list({ to: new Date().toISOString(), status: 'failed' })).toMatchObject({ total: 0, without_date: 1 });
  expect(await list({ from: monthAgo(), text: 'nothing' })).toMatchObject({ total: 0, without_date: 0 });
  expect((await linked.v1(v1Routes.listCalls, { query: { from: monthAgo() } })).data).toEqual([]);
  const query = { from: monthAgo(), to: new Date(Date.now() + dayMs).toISOString() };
  const insights = await linked.v1(v1Routes.getCallInsights, { query });
  expect(insights).toMatchObject({ without_date: 3, first_call_at: null, by_agent: [], by_outcome: [] });
  expect(insights.totals.placed).toBe(0);
});

test('the overview counts none of them as a recent failure', async () => {
  const { attention, calls, changes } = await linked.app(appRoutes.getOverview, { query: { since: monthAgo() } });
  expect(attention.filter(({ kind }) => kind === 'call_failed')).toEqual([]);
  expect(changes?.calls).toBe(0);
  expect(calls.data).toHaveLength(3);
});

test('an export has an empty date', async () => {
  const csv = await (await linked.send('/app/call-exports', {}, 'window')).text();
  const [header = '', ...rows] = csv.trim().split('\r\n');
  const column = header.replace('\ufeff', '').split(',').indexOf('created_at');
  expect(rows.map((row) => row.split(',')[column])).toEqual(['', '', '']);
});
