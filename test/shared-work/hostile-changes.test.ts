import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startJsonRemote, type JsonRemote } from '../helpers/remote/start-json-remote.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';

let remote: JsonRemote;
let linked: LinkedWorkspace;
let changes: readonly unknown[];
let calls: readonly unknown[];
beforeEach(async () => {
  [changes, calls] = [[], []];
  remote = await startJsonRemote();
  const call = { call_id: 'c1', agent_id: 'a1', status: 'no_answer', duration_seconds: 0, transcript: [] };
  remote.answers.set(`GET /organizations/${remote.orgId}`, { id: remote.orgId, name: 'Harbour' });
  remote.answers.set('GET /calls', { data: [call], next_cursor: null });
  remote.answers.set('GET /calls/c1', call);
  remote.answers.set('GET /changes', ({ searchParams }: URL) => {
    const since = Number(searchParams.get('since'));
    const isNew = (change: unknown) => !(Number((change as { position?: unknown } | null)?.position) <= since);
    const listed = searchParams.get('of') === 'calls' ? calls : changes;
    return { data: listed.filter(isNew), next_cursor: null };
  });
  linked = await startLinkedWorkspace(remote, { call_list: true, shared_work: true });
  await linked.sync();
});
afterEach(async () => {
  await linked.stop();
  await remote.close();
});

const note = {
  note_id: 'note_1',
  at_seconds: 1,
  text: 'Good',
  created_at: '2026-03-01T09:30:00.000Z',
  author: { id: 'key_1', name: 'Mei' },
  version_id: 'v1',
  also_written: [],
};
const noteChange = (position: number, change: object) => {
  const changed = { ...note, ...change };
  return { kind: 'note', position, call_id: 'c1', note_id: changed.note_id, note: changed };
};

const readNotes = async () => {
  const [call] = (await linked.app(appRoutes.listCallRecords, {})).data;
  return (await linked.v1(v1Routes.listNotes, { params: { call_id: call?.call_id ?? '' } })).data;
};
const readPart = async (part = 'shared_work') => (await linked.sync()).parts.find(({ name }) => name === part);

test('items that cannot be used are left out and counted, and the others are stored as text', async () => {
  const score = { answer: 'yes', decision: { by: { id: 'key_1', name: null }, at: note.created_at } };
  changes = [
    noteChange(1, { text: 7 }),
    noteChange(2, { note_id: '../x' }),
    noteChange(3, { note_id: 'note_3', text: '\u202e\u0000 ' }),
    { kind: 'weather', position: 4 },
    { kind: 'note', call_id: 'c1', note_id: 'note_5', note },
    {
      kind: 'review',
      position: 6,
      call_id: 'c_unknown',
      review: { tags: [], review_state: 'reviewed', assignee: null },
    },
    { kind: 'review', position: 7, call_id: 'c1', review: { tags: ['VIP'], review_state: 'maybe', assignee: null } },
    { kind: 'score', position: 8, call_id: 'c1', criterion_id: 'crt_1', score: { ...score, answer: 'perhaps' } },
    { kind: 'criterion', position: 9, criterion_id: 'crt_1', criterion: { name: 'x', description: '', weight: 99 } },
    { kind: 'saved_item', position: 10, saved_id: 's1', item: { kind: 'call_view', name: 'x', value: 'all' } },
    {
      kind: 'saved_item',
      position: 11,
      saved_id: 's2',
      item: { saved_id: 's2', kind: 'hidden_item', name: 'x', value: { until: null } },
    },
    null,
    noteChange(12, { note_id: 'note_12', text: `<img src=x onerror=alert(1)>\u0007${'x'.repeat(3_000)}` }),
  ];
  const part = await readPart();
  expect(part?.unread_items).toBe(12);
  expect(part?.error).toContain('could not be read.');
  const [stored, ...others] = await readNotes();
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ note_id: 'note_12', author: { id: 'key_1', name: 'Mei' } });
  expect(stored?.text).toMatch(/^<img src=x onerror=alert\(1\)>x+$/);
  expect(stored?.text.length).toBeLessThanOrEqual(2_000);
  expect((await linked.v1(v1Routes.listCriteria, {})).data).toEqual([]);
  expect((await linked.v1(v1Routes.listSavedItems, {})).data).toEqual([]);
});

test('a score that arrives before its criterion is stored, and one of a deleted criterion is not', async () => {
  const decision = { by: { id: 'key_1', name: 'Mei' }, at: note.created_at };
  const criterion = { name: 'Polite', description: '', weight: 2, rule: null, index: 0 };
  changes = [
    { kind: 'score', position: 1, call_id: 'c1', criterion_id: 'crt_gone', score: { answer: 'no', decision } },
    { kind: 'score', position: 2, call_id: 'c1', criterion_id: 'crt_1', score: { answer: 'yes', decision } },
    { kind: 'criterion', position: 3, criterion_id: 'crt_1', criterion },
    { kind: 'criterion', position: 4, criterion_id: 'crt_gone', criterion: null },
  ];
  expect(await readPart()).toMatchObject({ error: null, unread_items: 0 });
  const [call] = (await linked.app(appRoutes.listCallRecords, {})).data;
  const scorecard = await linked.v1(v1Routes.getScorecard, { params: { call_id: call?.call_id ?? '' } });
  expect(scorecard.criteria).toMatchObject([{ name: 'Polite', answer: 'yes', decision: { by: { name: 'Mei' } } }]);
  expect(scorecard.deleted_criteria).toEqual([]);
});

test('details of calls that cannot be used are left out and counted, and the others are stored as text', async () => {
  const details = {
    agent_id: 'a1',
    recipient_number: '+4930123456',
    metadata: { first_name: 'Mei\u202e\u0007', '\u0000note': ['a', { b: 'x' }] },
    simulated: true,
    practice: false,
    status: 'no_answer',
    reason: 'No one answered.\u0000',
    duration_seconds: 0,
    disposition: null,
    created_at: note.created_at,
    answered_at: null,
    ended_at: '2026-03-01T09:29:00.000Z',
  };
  const change = (position: number, call_id: string, call: unknown) => ({ kind: 'call', position, call_id, call });
  const deep = { a: { b: { c: { d: { e: 1 } } } } };
  calls = [
    change(1, 'c1', { ...details, created_at: 'yesterday' }),
    change(2, 'c 1', details),
    { kind: 'weather', position: 3, call_id: 'c1' },
    change(4, 'c_deleted', null),
    change(5, 'c2', { ...details, recipient_number: 'call me', metadata: deep, status: 'ringing', ended_at: null }),
    change(6, 'c3', { ...details, metadata: { x: 'y'.repeat(10_000) }, duration_seconds: 1e300 }),
    change(7, 'c1', details),
  ];
  const part = await readPart('call_details');
  expect(part).toMatchObject({ unread_items: 3 });
  expect(part?.error).toContain('2 calls could not be read in full.');
  const listed = (await linked.app(appRoutes.listCallRecords, {})).data;
  expect(listed).toMatchObject([
    { remote: { id: 'c3' }, recipient_number: '+4930123456', recipient_name: '', status: 'no_answer' },
    { remote: { id: 'c2' }, recipient_number: '', recipient_name: '', status: 'ringing' },
    {
      remote: { id: 'c1' },
      recipient_number: '+4930123456',
      recipient_name: 'Mei',
      reason: 'No one answered.',
      simulated: true,
      created_at: note.created_at,
      ended_at: note.created_at,
    },
  ]);
  const call = await linked.app(appRoutes.getCallDetails, { params: { call_id: listed[2]?.call_id ?? '' } });
  expect(call.metadata).toEqual({ first_name: 'Mei', note: ['a', { b: 'x' }] });
});

test('a page that is older than the end of a call does not make the call live again', async () => {
  const details = { agent_id: 'a1', status: 'in_progress', created_at: note.created_at };
  calls = [{ kind: 'call', position: 1, call_id: 'c1', call: details }];
  expect(await readPart('call_details')).toMatchObject({ error: null });
  const [call] = (await linked.app(appRoutes.listCallRecords, {})).data;
  expect(call).toMatchObject({ status: 'no_answer', created_at: note.created_at });
});

test('a remote without these routes keeps the work on this computer', async () => {
  const other = await startLinkedWorkspace(remote, { call_list: true });
  await other.sync();
  const [call] = (await other.app(appRoutes.listCallRecords, {})).data;
  const params = { call_id: call?.call_id ?? '' };
  await other.v1(v1Routes.createNote, { params, json: { at_seconds: 1, text: 'Mine' } });
  await other.v1(v1Routes.updateCallReview, { params, json: { add_tags: ['VIP'] } });
  expect((await other.app(appRoutes.listOutboxItems, {})).data).toEqual([]);
  expect((await other.v1(v1Routes.listNotes, { params })).data).toMatchObject([{ text: 'Mine' }]);
  await other.stop();
});

test('a score for a criterion that the remote deleted needs a decision, and canceling it shows what the remote has', async () => {
  const criterion = { name: 'Polite', description: '', weight: 2, rule: null, index: 0 };
  changes = [{ kind: 'criterion', position: 1, criterion_id: 'crt_1', criterion }];
  await linked.sync();
  const [call] = (await linked.app(appRoutes.listCallRecords, {})).data;
  const params = { call_id: call?.call_id ?? '', criterion_id: 'crt_1' };
  remote.answers.set('PATCH /calls/c1/scorecard/crt_1', 409);
  await linked.v1(v1Routes.scoreCriterion, { params, json: { answer: 'yes' } });
  await linked.waitForStatus(({ state }) => state === 'needs_you');
  const [item] = (await linked.app(appRoutes.listOutboxItems, {})).data;
  expect(item).toMatchObject({ kind: 'score_call', state: 'rejected' });
  changes = [{ kind: 'criterion', position: 2, criterion_id: 'crt_1', criterion: null }];
  await linked.app(appRoutes.cancelOutboxItem, { params: { item_id: item?.item_id ?? '' } });
  await linked.sync();
  expect((await linked.v1(v1Routes.listCriteria, {})).data).toEqual([]);
});
