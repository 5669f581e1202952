import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listTimedTurns } from '../../electron/service/features/calls/turn-queries.ts';
import { findRemoteItem } from '../../electron/service/features/remote/remote-item-queries.ts';
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
const list = (...data: readonly { readonly call_id: string; readonly status: unknown }[]) => {
  remote.answers.set('GET /calls', { data, next_cursor: null });
  for (const one of data) if (one.status !== 7) remote.answers.set(`GET /calls/${one.call_id}`, one);
};

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

test('the calls of a long list appear page by page, in their order, and an interrupted list is continued', async () => {
  const pages = ['g f', 'e d', 'c b', 'a'].map((ids) => ids.split(' '));
  const held = Promise.withResolvers<void>();
  let count = 0;
  remote.answers.set('GET /calls', async () => {
    const number = count;
    count += 1;
    if (number === 3) await held.promise;
    const data = (pages[number] ?? []).map(call);
    return { data, next_cursor: number < 3 ? String(number) : null };
  });
  const listIds = () => world.calls.map(({ call_id }) => findRemoteItem(world.db, 'call', call_id)?.remote_id ?? '');
  const changes: string[] = [];
  world.hub.subscribe(null, ({ event }) => changes.push(event.type));
  const stopping = new AbortController();
  const reading = world.remoteCalls.refreshPart.refresh(stopping.signal);
  await expect.poll(listIds).toEqual(['g', 'f']);
  expect(changes).toContain('call.changed');
  await expect.poll(() => count).toBe(4);
  stopping.abort();
  await expect(reading).rejects.toMatchObject({ kind: 'stopped' });
  held.resolve();

  const placed = world.place();
  await world.waitForState(placed, 'rejected');
  list(...['i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'].map(call));
  expect(await world.refresh()).toBeNull();
  expect(listIds()).toEqual(['i', 'h', '', 'g', 'f', 'e', 'd', 'c', 'b', 'a']);
});

test('a list that cannot be read to its end says so, and its newest calls are kept', async () => {
  let pages = 0;
  remote.answers.set('GET /calls', () => {
    const data = [call(`c${(pages += 1)}`), ...Array.from({ length: 4_000 }, () => 7)];
    return { data, next_cursor: String(pages) };
  });
  const cut =
    'The remote’s list of calls was not read to its end, because 10,000 of its items cannot be used as they are.';
  const sentence = `10,000 calls in the remote’s list could not be read. The remote sent no call. ${cut}`;
  for (const id of ['c1', 'c2', 'c3']) remote.answers.set(`GET /calls/${id}`, call(id));
  expect(await world.refresh()).toBe(sentence);
  expect([world.calls.length, pages]).toEqual([3, 3]);
  list(call('c1'));
  expect(await world.refresh(), 'until the whole list is read again').toContain(cut);
  expect(await world.refresh(dayMs)).toBeNull();
});

describe('a timeline', () => {
  const turn = { speaker: 'agent', text: 'Hello', start_seconds: 1, end_seconds: 2 };
  const read = async (timeline: unknown) => {
    world.capabilities = { ...world.capabilities, timeline: true };
    world.restart();
    list({ ...call('c1'), status: 'completed' });
    const transcript = [{ speaker: 'agent', text: 'Hello' }];
    remote.answers.set('GET /calls/c1', { ...call('c1'), status: 'completed', transcript });
    remote.answers.set('GET /calls/c1/timeline', timeline);
    const sentence = await world.refresh();
    const [stored] = world.calls;
    return { sentence, turns: listTimedTurns(world.db, stored?.id ?? 0).map(({ text }) => text) };
  };

  test.each([
    [500, 'The times of the transcript could not be fetched. It was refused.'],
    [
      { simulated: false, turns: [{ ...turn, start_seconds: 'later' }] },
      'The remote sent an unusable timeline: the field “turns.0.start_seconds” is not a number. The times of the transcript are not known.',
    ],
    [
      { simulated: false, turns: [{ ...turn, passages: [{ page: 'two' }] }] },
      'The remote sent a timeline with an unusable field, which was left out: “turns.0.passages.0.page”.',
    ],
  ])('that cannot be used leaves the transcript, with the reason: %j', async (timeline, reason) => {
    expect(await read(timeline)).toEqual({ sentence: `1 call could not be read. ${reason}`, turns: ['Hello'] });
    remote.answers.set('GET /calls/c1/timeline', { simulated: false, turns: [turn] });
    expect(await world.refresh(dayMs)).toBeNull();
  });

  test('that the remote does not have is not missed', async () => {
    expect(await read(404)).toEqual({ sentence: null, turns: ['Hello'] });
  });
});

test('calls that can be read later are added, and the message disappears', async () => {
  list(unreadable('c3'), call('c2'), unreadable('c1'), call('c0'));
  expect(await world.refresh()).toBe(two);
  list(call('c3'), call('c2'), call('c1'), call('c0'));
  expect(await world.refresh(), 'only new calls are read').toBe(one);
  expect(await world.refresh(dayMs), 'the whole list is read').toBeNull();
  expect(world.calls).toHaveLength(4);
});

test('if the user asks, calls that could not be read are read again at once', async () => {
  list(unreadable('c3'), call('c2'), unreadable('c1'), call('c0'));
  expect(await world.refresh()).toBe(two);
  list(call('c3'), call('c2'), call('c1'), call('c0'));
  expect(await world.refresh(1_000, true)).toBeNull();
  expect(world.calls).toHaveLength(4);
});
