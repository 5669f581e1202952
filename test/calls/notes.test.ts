import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';

let service: CallService;
let call_id: string;
beforeAll(async () => {
  service = await startCallService();
  call_id = await service.placeSimulatedCall({ persona: 'no_answer' });
});
afterAll(() => service.stop());

const list = async (id = call_id) => (await service.v1(v1Routes.listNotes, { params: { call_id: id } })).data;
const add = (at_seconds: number, text: string) =>
  service.v1(v1Routes.createNote, { params: { call_id }, json: { at_seconds, text } });

test('notes are sorted by position, updated and deleted', async () => {
  const late = await add(61.25, ' Ask about <b>this</b> ');
  const early = await add(2, 'Good start');
  expect(await list()).toEqual([early, late]);
  expect(late).toMatchObject({ at_seconds: 61.25, text: 'Ask about <b>this</b>', author: null });
  const params = { call_id, note_id: late.note_id };
  const changed = await service.v1(v1Routes.updateNote, { params, json: { text: 'Asked' } });
  expect(changed).toEqual({ ...late, text: 'Asked', version_id: expect.any(String) });
  expect(changed.version_id).not.toBe(late.version_id);
  const replace = (replaced_text: string, text: string) =>
    service.v1(v1Routes.updateNote, { params, json: { text, replaced_text } });
  await expect(replace(late.text, 'Forgotten')).rejects.toMatchObject({ code: 'note_changed' });
  expect(await list()).toEqual([early, changed]);
  expect(await replace('Asked', 'Asked twice')).toMatchObject({ text: 'Asked twice' });
  const latest = await replace('Asked twice', 'Asked');
  expect(await service.v1(v1Routes.deleteNote, { params }), 'returned, so that it can be restored').toEqual(latest);
  expect(await list()).toEqual([early]);
  await expect(service.v1(v1Routes.deleteNote, { params })).rejects.toMatchObject({ code: 'note_not_found' });
  await expect(service.v1(v1Routes.updateNote, { params, json: { text: 'x' } })).rejects.toMatchObject({
    code: 'note_not_found',
  });
});

test('a note has no characters that cannot be stored or seen', async () => {
  const { text, note_id } = await add(1, '\u202eGood\u0000\r\nstart\ud83d');
  expect(text).toBe('Good\nstart\ufffd');
  await service.v1(v1Routes.deleteNote, { params: { call_id, note_id } });
  await expect(add(1, '\u200b\u2060')).rejects.toMatchObject({ code: 'malformed' });
});

test('a note is not found under another call, and an invalid note is rejected', async () => {
  const other = await service.placeSimulatedCall({ persona: 'no_answer' });
  const { note_id } = await add(1, 'Mine');
  const params = { call_id: other, note_id };
  await expect(service.v1(v1Routes.deleteNote, { params })).rejects.toMatchObject({ code: 'note_not_found' });
  expect(await list(other)).toEqual([]);
  await expect(list('call_0')).rejects.toMatchObject({ code: 'call_not_found' });
  await expect(add(1, '  ')).rejects.toMatchObject({ code: 'malformed' });
  await expect(add(-1, 'x')).rejects.toMatchObject({ code: 'malformed' });
  await expect(add(1, 'x'.repeat(2_001))).rejects.toMatchObject({ code: 'malformed' });
});

test('a text that was written meanwhile is kept beside the new one, until somebody joins both', async () => {
  const { note_id, version_id: first } = await add(3, 'Draft');
  const params = { call_id, note_id };
  const write = (text: string, version_id: string, replaces: string[]) =>
    service.v1(v1Routes.updateNote, { params, json: { text, version_id, replaces } });
  await write('By Ada', 'ada_1', [first]);
  const both = await write('By Bob', 'bob_1', [first]);
  expect(both).toMatchObject({ text: 'By Ada', version_id: 'ada_1' });
  expect(both.also_written).toMatchObject([{ version_id: 'bob_1', text: 'By Bob', author: null }]);
  expect(await write('By Bob', 'bob_1', [first]), 'a repeated request changes nothing').toEqual(both);
  const corrected = await write('By Bob, corrected', 'bob_2', ['bob_1']);
  expect(corrected.also_written).toMatchObject([{ version_id: 'bob_2', text: 'By Bob, corrected' }]);
  const joined = await write('By both', 'both', ['ada_1', 'bob_2']);
  expect(joined).toMatchObject({ text: 'By both', also_written: [] });
  expect(await write('By Bob', 'bob_1', [first]), 'nor after it was joined').toEqual(joined);
  await service.v1(v1Routes.deleteNote, { params });
  const again = { at_seconds: 3, note_id, text: 'By both', version_id: 'both' };
  await expect(
    service.v1(v1Routes.createNote, { params: { call_id }, json: again }),
    'a repeated request does not restore a deleted note',
  ).rejects.toMatchObject({ code: 'note_not_found' });
  const edited = { ...again, text: 'A later text', version_id: 'later' };
  expect(await service.v1(v1Routes.createNote, { params: { call_id }, json: edited })).toMatchObject({ note_id });
});

test('two texts that say the same at the same time are one', async () => {
  const { note_id, version_id: first } = await add(3, 'Draft');
  const write = (text: string, version_id: string, replaces: string[]) =>
    service.v1(v1Routes.updateNote, { params: { call_id, note_id }, json: { text, version_id, replaces } });
  await write('Zoë agreed', 'zoe_1', [first]);
  const same = await write('Zoe\u0308 agreed', 'zoe_2', [first]);
  expect(same).toMatchObject({ version_id: 'zoe_1', also_written: [] });
  expect(await write('Zoe\u0308 agreed', 'zoe_2', [first]), 'a repeated request changes nothing').toEqual(same);
  const later = await write('Zoë agreed, by phone', 'zoe_3', ['zoe_2']);
  expect(later.also_written, 'nobody has seen both').toMatchObject([{ version_id: 'zoe_3' }]);
  expect(await write('Zoë agreed, by phone', 'zoe_4', ['zoe_1'])).toMatchObject({
    version_id: 'zoe_4',
    also_written: [],
  });
  await service.v1(v1Routes.deleteNote, { params: { call_id, note_id } });
});

test('If-Match protects the texts of a note', async () => {
  const json = { at_seconds: 4, text: 'First', note_id: 'note_matched', version_id: 'first' };
  await service.v1(v1Routes.createNote, { params: { call_id }, json });
  const send = (method: string, ifMatch: string, body?: object) =>
    service.send(
      `/v1/calls/${call_id}/notes/note_matched`,
      {
        method,
        headers: { 'If-Match': ifMatch, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      },
      'window',
    );
  const changed = await send('PATCH', '"first"', { text: 'Second', version_id: 'second' });
  expect([changed.status, changed.headers.get('ETag')]).toEqual([200, '"second"']);
  const refused = await send('PATCH', '"first"', { text: 'Third' });
  expect([refused.status, (await refused.json()).code]).toEqual([412, 'precondition_failed']);
  expect((await send('DELETE', '"first"')).status).toBe(412);
  expect((await send('DELETE', 'W/"x", "second"')).status).toBe(200);
});

test('notes are listed page by page, also while some are deleted', async () => {
  const id = await service.placeSimulatedCall({ persona: 'no_answer' });
  for (const at_seconds of [1, 2, 3])
    await service.v1(v1Routes.createNote, { params: { call_id: id }, json: { at_seconds, text: `At ${at_seconds}` } });
  const read = (query: { limit: number; cursor?: string }) =>
    service.v1(v1Routes.listNotes, { params: { call_id: id }, query });
  const first = await read({ limit: 2 });
  expect(first.data.map(({ text }) => text)).toEqual(['At 1', 'At 2']);
  const note_id = first.data[0]?.note_id ?? '';
  await service.v1(v1Routes.deleteNote, { params: { call_id: id, note_id } });
  const second = await read({ limit: 2, cursor: first.next_cursor ?? '' });
  expect([second.data.map(({ text }) => text), second.next_cursor]).toEqual([['At 3'], null]);
});

test('a note names its author, who must be a member', async () => {
  const json = { kind: 'local', name: 'Harbour', industry: '', email: 'ada@harbour.example' } as const;
  await service.app(appRoutes.createWorkspace, { json });
  const [author] = (await service.v1(v1Routes.listAssignees, {})).data;
  const [agent] = (await service.app(appRoutes.listAgentRecords, {})).data;
  const agent_id = agent?.agent_id ?? '';
  const id = await service.placeSimulatedCall({ agent_id, persona: 'no_answer' });
  const write = (author_id: string) =>
    service.v1(v1Routes.createNote, {
      params: { call_id: id },
      json: { at_seconds: 1, text: 'Hm', author_id },
    });
  const note = await write(author?.user_id ?? '');
  expect(note).toMatchObject({ author: { id: author?.user_id, name: 'ada@harbour.example' } });
  expect(await list(id)).toEqual([note]);
  await expect(write('usr_0')).rejects.toMatchObject({ code: 'author_unknown' });
  expect(await list(id)).toHaveLength(1);
});
