import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { limits } from '../../shared/contract/limits.ts';
import { defaultRecipientNameRule } from '../../shared/calls/recipient-names.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';

let service: CallService;
/** By the key of its metadata. */
const ids = { maria: '', joint: '', none: '' };

beforeAll(async () => {
  service = await startCallService();
  const place = async (metadata: Record<string, unknown>) => {
    const call_id = await service.placeSimulatedCall({ persona: 'no_answer', metadata: metadata as never }); // any JSON
    await waitForCall(service.v1, call_id);
    return call_id;
  };
  ids.maria = await place({ name: 'María López', plan: 'Quartz', deep: { city: 'Zürich' } });
  ids.joint = await place({ first_name: 'Ada', last_name: 'Quist', company: 'Acme' });
  ids.none = await place({});
});
afterAll(() => service.stop());

const list = (query: Record<string, string> = {}) => service.app(appRoutes.listCallRecords, { query: query as never }); // strings, as in a URL
const search = async (text: string) => (await list({ text })).data.map(({ call_id }) => call_id);
const readName = async (call_id: string) =>
  (await service.app(appRoutes.getCallDetails, { params: { call_id } })).recipient_name;
/** Cuts a text to the length of a tag. */
const cut = (text: string) => text.slice(0, limits.tagLength);
const setRule = (rule: string[][]) => service.app(appRoutes.updateRecipientNameRule, { json: { rule } });

test('list, call, overview and export contain the name', async () => {
  const { data } = await list();
  expect(data.map(({ recipient_name }) => recipient_name)).toEqual(['', 'Ada Quist', 'María López']);
  expect(await readName(ids.joint)).toBe('Ada Quist');
  const { calls } = await service.app(appRoutes.getOverview, {});
  expect(calls.data.map(({ recipient_name }) => recipient_name)).toEqual(['', 'Ada Quist', 'María López']);
  const csv = await (await service.app(appRoutes.exportCalls, {})).text();
  const rows = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
  expect(rows.map((row) => row['recipient_name'])).toEqual(['', 'Ada Quist', 'María López']);
});

describe('the search', () => {
  test('finds calls without a transcript by words of their metadata, in any inflection and also in part', async () => {
    expect(await search('maria')).toEqual([ids.maria]);
    expect(await search('lop')).toEqual([ids.maria]);
    expect(await search('ada quist')).toEqual([ids.joint]);
    expect(await search('zurich')).toEqual([ids.maria]);
    expect(await search('qu')).toEqual([ids.joint, ids.maria]);
    expect(await search('first_name')).toEqual([]);
  });

  test('combines with filters and every order, and counts each call once', async () => {
    for (const sort of ['created', 'recipient', 'status']) {
      const { data, total } = await list({ text: 'qu', sort, status: 'no_answer' });
      expect(data.length).toBe(2);
      expect(total).toBe(2);
    }
    expect((await list({ text: 'qu', status: 'busy' })).total).toBe(0);
    expect((await list({ text: 'qu', limit: '1', offset: '1' })).data.map(({ call_id }) => call_id)).toEqual([
      ids.maria,
    ]);
  });

  test('returns the entry that matches', async () => {
    const findMatch = async (text: string) => (await list({ text })).data[0]?.match;
    expect(await findMatch('quartz')).toEqual({ kind: 'metadata', name: 'plan', text: 'Quartz' });
    expect(await findMatch('zur')).toEqual({ kind: 'metadata', name: 'deep', text: 'Zürich' });
    expect(await findMatch('quist ada'), 'of several fields').toEqual({ kind: 'name', text: 'Ada Quist' });
  });

  test('prefers the turn that matches', async () => {
    const call_id = await service.placeSimulatedCall({ persona: 'wrong_person', metadata: { first_name: 'Quillon' } });
    await waitForCall(service.v1, call_id);
    const { data, total } = await list({ text: 'quillon' });
    expect(total).toBe(1);
    expect(data).toMatchObject([{ call_id, match: { kind: 'turn', text: expect.stringContaining('Quillon') } }]);
  });
});

test('names in any script are the same in list, search and export, and a call without metadata has none', async () => {
  const names = ['فاطمة الزهراوي', 'e\u0301'.repeat(40), '👩‍🚀 山田', 'क्षि', '=1+1', 'W'.repeat(300), '“A”, "B"; C'];
  const placed: string[] = [];
  for (const name of [...names, null]) {
    const call_id = await service.placeSimulatedCall({ persona: 'no_answer', metadata: name === null ? {} : { name } });
    await waitForCall(service.v1, call_id);
    await service.v1(v1Routes.updateCallReview, {
      params: { call_id },
      json: { add_tags: [name ?? 'none'].map(cut) },
    });
    placed.push(call_id);
  }
  const { data } = await list();
  const records = placed.map((id) => data.find(({ call_id }) => call_id === id));
  expect(records.map((record) => record?.recipient_name)).toEqual([
    ...names.slice(0, 5),
    `${'W'.repeat(limits.recipientNameLength - 1)}…`,
    ...names.slice(6),
    '',
  ]);
  const csv = await (await service.app(appRoutes.exportCalls, {})).text();
  const rows = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
  for (const [index, call_id] of placed.entries()) {
    const row = rows.find((one) => one['call_id'] === call_id);
    const name = records[index]?.recipient_name ?? '';
    expect(row?.['recipient_name'], 'a formula is escaped').toBe(name.startsWith('=') ? `'${name}` : name);
    expect(row?.['tags']?.replace(/^'/, '')).toBe(cut(names[index] ?? 'none').normalize('NFC'));
  }
  expect(await search('الزهراوي')).toEqual([placed[0]]);
  expect(await search('山田')).toEqual([placed[2]]);
});

test('the rule decides which metadata is the name, also of earlier calls', async () => {
  const rule = [['company'], ['plan', 'name']];
  expect(await service.app(appRoutes.getRecipientNameRule, {})).toEqual({ rule: defaultRecipientNameRule });
  expect(await setRule(rule)).toEqual({ rule });
  expect(await service.app(appRoutes.getRecipientNameRule, {})).toEqual({ rule });
  expect(await readName(ids.maria)).toBe('Quartz María López');
  expect(await readName(ids.joint)).toBe('Acme');
  await setRule([]);
  expect(await readName(ids.joint)).toBe('');
  for (const invalid of [[[]], [['']], [['x'.repeat(65)]], Array.from({ length: 6 }, () => ['x'])])
    await expect(setRule(invalid)).rejects.toMatchObject({ code: 'malformed' });
});

test('only an admin can change the rule', async () => {
  await service.app(appRoutes.changeRole, { json: { role: 'manager' } });
  await expect(setRule([['name']])).rejects.toMatchObject({ code: 'forbidden' });
  expect((await service.app(appRoutes.getRecipientNameRule, {})).rule).toEqual([]);
});
