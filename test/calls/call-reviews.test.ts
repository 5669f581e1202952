import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReviewChange } from '../../shared/calls/call-reviews.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { limits } from '../../shared/contract/limits.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';

const email = 'lea@example.com';

let service: CallService;
let assignee_id = '';
let agent_id = '';
/** Two calls, the newer one first. */
let ids: readonly [string, string];

beforeAll(async () => {
  service = await startCallService();
  await service.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour', industry: '', email } });
  await service.app(appRoutes.chooseWindowMember, { json: { user_id: null } });
  agent_id = (await service.app(appRoutes.listAgentRecords, {})).data[0]?.agent_id ?? '';
  assignee_id = (await service.v1(v1Routes.listAssignees, {})).data[0]?.user_id ?? '';
});
afterAll(() => service.stop());

beforeEach(async () => {
  const older = await service.placeSimulatedCall({ agent_id, persona: 'no_answer' });
  const newer = await service.placeSimulatedCall({ agent_id, persona: 'no_answer' });
  await Promise.all([older, newer].map((id) => waitForCall(service.v1, id)));
  ids = [newer, older];
});

const changeAs = (call_id: string, json: ReviewChange) =>
  service.v1(v1Routes.updateCallReview, { params: { call_id }, json });
const change = async (call_id: string, json: ReviewChange) => {
  const { set_by: _, ...review } = await changeAs(call_id, json);
  return review;
};
const read = async (call_id: string) => {
  const { tags, review_state, assignee } = await service.app(appRoutes.getCallDetails, { params: { call_id } });
  return { tags, review_state, assignee };
};
const list = async (query: Record<string, string>) => {
  const { data, total } = await service.app(appRoutes.listCallRecords, { query: query as never }); // strings, as in a URL
  expect(total).toBe(data.length);
  return data.map(({ call_id }) => call_id).filter((id) => ids.includes(id));
};

test.each(['no_answer', 'wrong_person'] as const)(
  'a call (%s) has no review at first, and is reviewed step by step',
  async (persona) => {
    const id = await service.placeSimulatedCall({ agent_id, persona });
    await waitForCall(service.v1, id);
    expect(await read(id)).toEqual({ tags: [], review_state: 'not_reviewed', assignee: null });
    expect(await change(id, { add_tags: [' Follow   up ', 'billing'] })).toMatchObject({
      tags: ['billing', 'Follow up'],
    });
    await change(id, { review_state: 'reviewed' });
    const review = {
      tags: ['billing', 'Follow up'],
      review_state: 'reviewed',
      assignee: { user_id: assignee_id, email },
    } as const;
    expect(await change(id, { assignee_id })).toEqual(review);
    expect(await read(id)).toEqual(review);
    expect(await change(id, { remove_tags: ['BILLING'], assignee_id: null, review_state: 'not_reviewed' })).toEqual({
      tags: ['Follow up'],
      review_state: 'not_reviewed',
      assignee: null,
    });
    expect(await change(id, {})).toMatchObject({ tags: ['Follow up'] });
  },
);

test('who set each part of a review is stored until it is set to another value', async () => {
  const [id, other] = ids;
  await changeAs(id, { add_tags: ['VIP', 'Late'], review_state: 'reviewed', author_id: assignee_id });
  const later: ReviewChange = { add_tags: ['vip'], remove_tags: ['Late'], review_state: 'reviewed', assignee_id };
  const [lea, window] = [
    { id: assignee_id, name: email },
    { id: 'window', name: null },
  ];
  const set_by = [
    { field: 'assignee', tag: null, by: window },
    { field: 'review_state', tag: null, by: lea },
    { field: 'tag', tag: 'VIP', by: lea },
  ];
  expect((await changeAs(id, later)).set_by).toMatchObject(set_by);
  expect((await service.app(appRoutes.getCallDetails, { params: { call_id: id } })).set_by).toMatchObject(set_by);
  await service.v1(v1Routes.updateCallReviews, { json: { calls: { ids: [...ids] }, review_state: 'not_reviewed' } });
  expect((await changeAs(id, {})).set_by[1]).toMatchObject({ field: 'review_state', by: window });
  expect((await changeAs(other, {})).set_by, 'nothing was changed').toEqual([]);
  await expect(changeAs(id, { author_id: 'usr_x' })).rejects.toMatchObject({ code: 'author_unknown' });
});

test('tags in any script differ by more than case, and keep the first spelling', async () => {
  const [id, other] = ids;
  await change(id, { add_tags: ['Größe', '緊急'] });
  expect((await change(other, { add_tags: ['VIP'] })).tags).toEqual(['VIP']);
  expect((await change(id, { add_tags: ['vip', 'Vip', 'ＶＩＰ', 'VIP\ufe0f'] })).tags).toEqual([
    'Größe',
    'VIP',
    '緊急',
  ]);
  const { tags } = await service.app(appRoutes.listCallFacets, {});
  expect(tags).toEqual(expect.arrayContaining(['Größe', 'VIP', '緊急']));
  expect(new Set(tags).size).toBe(tags.length);
});

test('too many tags, an unknown assignee and invalid tags change nothing', async () => {
  const [id] = ids;
  const tags = Array.from({ length: limits.tagsPerCall }, (_, index) => `tag ${String(index).padStart(2, '0')}`);
  await change(id, { add_tags: tags });
  await expect(change(id, { add_tags: ['one more'], review_state: 'reviewed' })).rejects.toMatchObject({
    code: 'too_many_tags',
  });
  await expect(change(id, { assignee_id: 'usr_0', remove_tags: tags })).rejects.toMatchObject({
    code: 'assignee_unknown',
  });
  for (const add_tags of [[''], [' '], ['x'.repeat(limits.tagLength + 1)], ['\u0000'], ['\u200B\u202E'], ['\uD800']])
    await expect(change(id, { add_tags })).rejects.toMatchObject({ code: 'malformed' });
  expect(await read(id)).toEqual({ tags, review_state: 'not_reviewed', assignee: null });
  await expect(change('call_0', {})).rejects.toMatchObject({ code: 'call_not_found' });
});

test('tags that look the same are the same', async () => {
  const [id, other] = ids;
  await change(id, { add_tags: ['Éclair'] });
  const same = ['éclair', 'E\u0301clair', '\u202EÉclair\u202C'];
  expect((await change(other, { add_tags: same })).tags).toEqual(['Éclair']);
  for (const tag of ['E\u0301clair', 'éclair', 'ÉCLAIR']) {
    const { data } = await service.v1(v1Routes.listCalls, { query: { tag } });
    expect(data.map(({ call_id }) => call_id).toSorted()).toEqual([id, other].toSorted());
  }
  expect((await change(other, { remove_tags: ['ÉCLAIR'] })).tags).toEqual([]);
});

describe('many calls', () => {
  const changeMany = (calls: { ids: string[] } | { filter: object }, json: ReviewChange) =>
    service.v1(v1Routes.updateCallReviews, { json: { calls, ...json } });

  test('are changed by their IDs, without those that do not exist', async () => {
    const result = await changeMany({ ids: [...ids, 'call_0'] }, { add_tags: ['batch'], review_state: 'reviewed' });
    expect(result).toMatchObject({
      total: 2,
      changed: 2,
      skipped: [{ call_id: 'call_0', reason: 'not_found' }],
    });
    for (const id of ids) expect(await read(id)).toMatchObject({ tags: ['batch'], review_state: 'reviewed' });
    await changeMany({ ids: [...ids] }, { remove_tags: ['Batch'] });
    for (const id of ids) expect(await read(id)).toMatchObject({ tags: [] });
  });

  test('can be changed back, each to its earlier review', async () => {
    const [id, other] = ids;
    await change(id, { add_tags: ['Old', 'VIP'], review_state: 'reviewed' });
    await change(other, { assignee_id });
    const before = await Promise.all(ids.map(read));
    const { changed, undo } = await changeMany(
      { ids: [...ids] },
      { add_tags: ['vip', 'New'], remove_tags: ['old'], review_state: 'reviewed', assignee_id },
    );
    expect(changed).toBe(2);
    expect(undo.toSorted((a, b) => ids.indexOf(a.ids[0] ?? '') - ids.indexOf(b.ids[0] ?? ''))).toEqual([
      { ids: [id], add_tags: ['Old'], remove_tags: ['New'], assignee_id: null },
      { ids: [other], remove_tags: ['New', 'VIP'], review_state: 'not_reviewed' },
    ]);
    for (const { ids: changedIds, ...earlier } of undo) await changeMany({ ids: changedIds }, earlier);
    expect(await Promise.all(ids.map(read))).toEqual(before);
  });

  test('count as changed only if their reviews differ', async () => {
    await change(ids[0], { review_state: 'reviewed' });
    const json = { review_state: 'reviewed' } as const;
    expect(await changeMany({ ids: [...ids] }, json)).toMatchObject({
      total: 2,
      changed: 1,
      undo: [{ ids: [ids[1]] }],
    });
    expect(await changeMany({ ids: [...ids] }, json)).toEqual({ total: 2, changed: 0, skipped: [], undo: [] });
  });

  test('are changed by a filter', async () => {
    await change(ids[1], { add_tags: ['chosen'] });
    expect(await changeMany({ filter: { tag: 'chosen' } }, { review_state: 'reviewed', assignee_id })).toEqual({
      total: 1,
      changed: 1,
      skipped: [],
      undo: [],
    });
    expect(await read(ids[1])).toMatchObject({ review_state: 'reviewed', assignee: { email } });
    expect(await read(ids[0])).toMatchObject({ review_state: 'not_reviewed', assignee: null });
  });

  test.each<ReviewChange>([
    { review_state: 'reviewed' },
    { review_state: 'not_reviewed', assignee_id: null },
    { add_tags: ['vip'] },
    { add_tags: ['VIP', 'vip', 'Old'] },
    { add_tags: ['Brand new', 'brand NEW'] },
    { remove_tags: ['old', 'absent'] },
    { add_tags: ['OLD'], remove_tags: ['Old'] },
    { assignee_id: null },
  ])('are counted by a filter as by their IDs: %j', async (json) => {
    await change(ids[0], { add_tags: ['Both', 'VIP', 'Old'], review_state: 'reviewed' });
    await change(ids[1], { add_tags: ['Both', 'Old'], assignee_id });
    const { changed, undo } = await changeMany({ ids: [...ids] }, json);
    const after = await Promise.all(ids.map(read));
    for (const { ids: changedIds, ...earlier } of undo) await changeMany({ ids: changedIds }, earlier);
    const byFilter = await changeMany({ filter: { tag: 'both' } }, json);
    expect(byFilter).toEqual({ total: 2, changed, skipped: [], undo: [] });
    expect(await Promise.all(ids.map(read))).toEqual(after);
    await changeMany({ ids: [...ids] }, { remove_tags: ['Both'] });
  });

  test('are changed except those that would have too many tags, which keep their reviews', async () => {
    const tags = Array.from({ length: limits.tagsPerCall }, (_, index) => `full ${index}`).toSorted();
    await change(ids[1], { add_tags: tags });
    const json = { add_tags: ['extra'], review_state: 'reviewed' as const };
    expect(await changeMany({ ids: [...ids] }, json)).toMatchObject({
      total: 2,
      changed: 1,
      skipped: [{ call_id: ids[1], reason: 'too_many_tags' }],
      undo: [{ ids: [ids[0]] }],
    });
    expect(await read(ids[0])).toMatchObject({ tags: ['extra'], review_state: 'reviewed' });
    expect(await read(ids[1])).toEqual({ tags, review_state: 'not_reviewed', assignee: null });
    // One tag replaces another, and a tag that the call has counts once.
    await changeMany({ ids: [...ids] }, { add_tags: ['extra', 'FULL 1'], remove_tags: ['full 0'] });
    expect((await read(ids[1])).tags).toHaveLength(limits.tagsPerCall);
    expect((await read(ids[1])).tags).toContain('extra');
  });

  test('are not changed for an unknown assignee', async () => {
    const json = { add_tags: ['extra'], assignee_id: 'usr_0' };
    await expect(changeMany({ ids: [...ids] }, json)).rejects.toMatchObject({ code: 'assignee_unknown' });
    expect(await read(ids[0])).toMatchObject({ tags: [] });
  });
});

test('the list is filtered by tag, state and assignee, in any order', async () => {
  const [id, other] = ids;
  await change(id, { add_tags: ['Filtered'], review_state: 'reviewed', assignee_id });
  expect(await list({ tag: 'filtered' })).toEqual([id]);
  expect(await list({ review_state: 'reviewed' })).toEqual([id]);
  expect(await list({ review_state: 'not_reviewed' })).toEqual([other]);
  expect(await list({ assignee: assignee_id, sort: 'agent' })).toEqual([id]);
  expect(await list({ assignee: 'none', sort: 'duration' })).toEqual([other]);
  expect(await list({ tag: 'filtered', review_state: 'not_reviewed' })).toEqual([]);
});

test('the export contains the review', async () => {
  await change(ids[0], { add_tags: ['b; c', 'exported'], review_state: 'reviewed', assignee_id });
  const csv = await (await service.app(appRoutes.exportCalls, { query: { tag: 'exported' } })).text();
  const rows = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
  expect(rows).toMatchObject([{ call_id: ids[0], tags: 'b; c; exported', review_state: 'reviewed', assignee: email }]);
});

describe('the export of selected calls', () => {
  const exportCalls = (json: { ids: string[]; format: 'csv' | 'json' }) =>
    service.app(appRoutes.exportSelectedCalls, { json });

  beforeEach(async () => {
    await change(ids[1], { add_tags: ['chosen'], review_state: 'reviewed', assignee_id });
    for (const [at_seconds, text] of [
      [62.5, 'Ask again'],
      [3, '=A1'],
    ] as const)
      // prettier-ignore
      await service.v1(v1Routes.createNote, { params: { call_id: ids[1] }, json: { at_seconds, text } });
  });

  test('contains exactly these as CSV, newest first, with reviews and notes', async () => {
    const response = await exportCalls({ ids: [ids[1], 'call_0', ids[0]], format: 'csv' });
    expect(response.headers.get('Content-Type')).toMatch(/^text\/csv/);
    const { data, errors } = Papa.parse<Record<string, string>>(await response.text(), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data.map(({ call_id }) => call_id)).toEqual([...ids]);
    expect(data[1]).toMatchObject({
      tags: 'chosen',
      review_state: 'reviewed',
      assignee: email,
      notes: '[3 s] =A1\n[62.5 s] Ask again',
    });
  });

  test('contains the same as JSON, with the metadata', async () => {
    const response = await exportCalls({ ids: [ids[1]], format: 'json' });
    expect(response.headers.get('Content-Type')).toBe('application/json');
    const all = await (await service.app(appRoutes.exportCalls, { query: { tag: 'chosen', format: 'json' } })).json();
    const calls = await response.json();
    expect(all).toContainEqual(calls[0]);
    expect(calls).toMatchObject([
      {
        call_id: ids[1],
        tags: ['chosen'],
        review_state: 'reviewed',
        assignee: { user_id: assignee_id, email },
        notes: [{ text: '=A1' }, { at_seconds: 62.5, text: 'Ask again' }],
        metadata: {},
      },
    ]);
    expect(await (await exportCalls({ ids: ['call_0'], format: 'json' })).json()).toEqual([]);
  });
});

test('a change is published as an event', async () => {
  const events = await subscribeToEvents(service.v1);
  await change(ids[0], { review_state: 'reviewed' });
  await events.waitFor((event) => event.type === 'call_review.changed' && event.call_id === ids[0]);
  await events.stop();
});

test('a viewer can read reviews, but not change them', async () => {
  await change(ids[0], { add_tags: ['Seen'] });
  await service.app(appRoutes.changeRole, { json: { role: 'viewer' } });
  expect(await read(ids[0])).toMatchObject({ tags: ['Seen'] });
  await expect(change(ids[0], {})).rejects.toMatchObject({ code: 'forbidden' });
  await expect(service.v1(v1Routes.listAssignees, {})).rejects.toMatchObject({ code: 'forbidden' });
  await service.app(appRoutes.changeRole, { json: { role: 'manager' } });
  expect(await change(ids[0], { review_state: 'reviewed' })).toMatchObject({ review_state: 'reviewed' });
  await service.app(appRoutes.changeRole, { json: { role: 'admin' } });
});
