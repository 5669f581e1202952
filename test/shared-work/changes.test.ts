import { afterAll, beforeAll, expect, test } from 'vitest';
import { v1Routes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';

let service: CallService;
let call_id: string;
beforeAll(async () => {
  service = await startCallService();
  call_id = await service.placeSimulatedCall({ persona: 'no_answer' });
});
afterAll(() => service.stop());

const view = { kind: 'call_view', value: { filter: {}, sort: 'created', descending: true } } as const;
const criterion = { description: '', weight: 1, rule: null };
const listAfter = async (since: number) => (await service.v1(v1Routes.listChanges, { query: { since } })).data;
const findLast = async () => (await listAfter(0)).at(-1)?.position ?? 0;

test('each changed item is listed once, as it is now, in the order of its latest change', async () => {
  const { v1 } = service;
  await v1(v1Routes.updateCallReview, { params: { call_id }, json: { add_tags: ['VIP'] } });
  const note = await v1(v1Routes.createNote, { params: { call_id }, json: { at_seconds: 1, text: 'Hm' } });
  const { criterion_id } = await v1(v1Routes.createCriterion, { json: { ...criterion, name: 'Polite' } });
  await v1(v1Routes.scoreCriterion, { params: { call_id, criterion_id }, json: { answer: 'yes' } });
  const item = await v1(v1Routes.saveItem, { json: { ...view, name: 'Mine' } });
  await v1(v1Routes.updateCallReview, { params: { call_id }, json: { review_state: 'reviewed' } });
  await v1(v1Routes.saveItem, { json: { kind: 'hidden_item', name: 'x', value: { until: null } } });
  const all = await listAfter(0);
  expect(all).toMatchObject([
    { kind: 'note', call_id, note_id: note.note_id, note },
    { kind: 'criterion', criterion_id, criterion: { name: 'Polite', index: 0 } },
    { kind: 'score', call_id, criterion_id, score: { answer: 'yes', decision: { by: { id: 'window' } } } },
    { kind: 'saved_item', saved_id: item.saved_id, item },
    { kind: 'review', call_id, review: { tags: ['VIP'], review_state: 'reviewed', assignee: null } },
  ]);
  const page = await v1(v1Routes.listChanges, { query: { limit: 2 } });
  const rest = await v1(v1Routes.listChanges, { query: { limit: 200, cursor: page.next_cursor ?? '' } });
  expect([...page.data, ...rest.data]).toEqual(all);
  expect(await listAfter(all.at(-1)?.position ?? 0)).toEqual([]);
  expect(await listAfter(1_000_000), 'a position of another database').toEqual(all);
});

test('deleted items are listed without their content', async () => {
  const { v1 } = service;
  const since = await findLast();
  const { note_id } = await v1(v1Routes.createNote, { params: { call_id }, json: { at_seconds: 2, text: 'Secret' } });
  const { criterion_id } = await v1(v1Routes.createCriterion, { json: { ...criterion, name: 'Brief' } });
  const { saved_id } = await v1(v1Routes.saveItem, { json: { ...view, name: 'Gone' } });
  await v1(v1Routes.deleteNote, { params: { call_id, note_id } });
  await v1(v1Routes.deleteCriterion, { params: { criterion_id } });
  await v1(v1Routes.deleteSavedItem, { params: { saved_id } });
  expect(await listAfter(since)).toMatchObject([
    { kind: 'note', note_id, note: null },
    { kind: 'criterion', criterion_id, criterion: null },
    { kind: 'saved_item', saved_id, item: null },
  ]);
});

test('calls are listed when they are placed and when they end, apart from the work of members', async () => {
  const listCalls = async (since: number) =>
    (await service.v1(v1Routes.listChanges, { query: { of: 'calls', since } })).data;
  const [first] = await listCalls(0);
  const metadata = { first_name: 'Mei' };
  const placed = await service.placeSimulatedCall({ persona: 'no_answer', metadata });
  await expect.poll(async () => (await listCalls(first?.position ?? 0)).length).toBe(1);
  const readStatus = async () => (await service.v1(v1Routes.getCall, { params: { call_id: placed } })).status;
  await expect.poll(readStatus, { timeout: 60_000 }).toBe('no_answer');
  const listed = await listCalls(0);
  expect(listed).toMatchObject([
    { kind: 'call', call_id },
    {
      kind: 'call',
      call_id: placed,
      call: { agent_id: service.agentId, metadata, status: 'no_answer', simulated: true, practice: false },
    },
  ]);
  const { call } = listed[1]?.kind === 'call' ? listed[1] : expect.fail('There is no call.');
  expect(call?.recipient_number).toMatch(/^\+1555/);
  expect(Date.parse(call?.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(call?.created_at ?? ''));
  expect((await listAfter(0)).filter(({ kind }) => kind === 'call')).toEqual([]);
});

test('a page of large items has fewer of them', async () => {
  const text = 'x'.repeat(1_000);
  const metadata = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`field_${index}`, text]));
  for (let count = 0; count < 12; count++) await service.placeSimulatedCall({ persona: 'no_answer', metadata });
  const query = { of: 'calls', limit: 200 } as const;
  const page = await service.v1(v1Routes.listChanges, { query });
  const rest = await service.v1(v1Routes.listChanges, { query: { ...query, cursor: page.next_cursor ?? '' } });
  expect(JSON.stringify(page).length).toBeLessThan(1.2 * 1024 * 1024);
  expect(rest.next_cursor).toBeNull();
  expect(new Set([...page.data, ...rest.data].map((change) => 'call_id' in change && change.call_id)).size).toBe(14);
});

test('an ID that the client chose makes a repeated request harmless', async () => {
  const { v1 } = service;
  const json = { ...criterion, name: 'Kind', criterion_id: 'crt_chosen' };
  const created = await v1(v1Routes.createCriterion, { json });
  expect(await v1(v1Routes.createCriterion, { json: { ...json, name: 'Repeated' } })).toEqual(created);
  const saved = { ...view, name: 'Chosen', saved_id: 'sav_chosen' };
  expect(await v1(v1Routes.saveItem, { json: saved })).toMatchObject({ saved_id: 'sav_chosen' });
  expect(await v1(v1Routes.saveItem, { json: { ...saved, name: 'Renamed' } })).toMatchObject({ name: 'Renamed' });
  const other = { kind: 'metadata_template', name: 'Other', value: { metadata: {} }, saved_id: 'sav_chosen' } as const;
  await expect(v1(v1Routes.saveItem, { json: other })).rejects.toMatchObject({ code: 'saved_item_exists' });
});
