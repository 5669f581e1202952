import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '../../shared/text/duration.ts';
import { startJsonRemote, type JsonRemote } from '../helpers/remote/start-json-remote.ts';
import { RemoteCallWorld } from './remote-call-world.ts';

let remote: JsonRemote;
let world: RemoteCallWorld;

beforeEach(async () => {
  remote = await startJsonRemote();
  const { baseUrl, apiKey, orgId: remoteOrgId } = remote;
  world = new RemoteCallWorld({ baseUrl, apiKey, remoteOrgId, capabilities: { call_list: true } }).start();
});
afterEach(async () => {
  await world.close();
  await remote.close();
});

const call = (call_id: string) => ({ call_id, status: 'no_answer', duration_seconds: 0 });
const unreadable = (call_id: string) => ({ ...call(call_id), status: 7 });
const list = (...data: readonly object[]) => remote.answers.set('GET /calls', { data, next_cursor: null });

const error = 'The remote sent an unusable call: the field “status” is not text.';
const one = `1 call in the remote’s list could not be read. ${error}`;
const two = `2 calls in the remote’s list could not be read. ${error}`;
const twoOfAnyKind = /^2 calls in the remote’s list could not be read\. The remote sent an unusable call/;

test('calls of the list that cannot be read are counted once, however often the list is read', async () => {
  list(unreadable('c3'), call('c2'), unreadable(''), call('c1'));
  expect(await world.refresh()).toMatch(twoOfAnyKind);
  expect(world.calls).toHaveLength(2);
  expect(await world.refresh()).toMatch(twoOfAnyKind);
  list(call('c4'), unreadable('c3'), call('c2'), unreadable(''), call('c1'));
  expect(await world.refresh()).toMatch(twoOfAnyKind);
  expect(await world.refresh(3_000), 'the list is not read').toMatch(twoOfAnyKind);
  expect(world.calls).toHaveLength(3);
  world.restart();
  expect(await world.refresh()).toMatch(twoOfAnyKind);
});

test('calls that can be read later are added, and the message disappears', async () => {
  list(unreadable('c3'), call('c2'), unreadable('c1'), call('c0'));
  expect(await world.refresh()).toBe(two);
  list(call('c3'), call('c2'), call('c1'), call('c0'));
  expect(await world.refresh(), 'only new calls are read').toBe(one);
  expect(await world.refresh(dayMs), 'the whole list is read').toBeNull();
  expect(world.calls).toHaveLength(4);
});
