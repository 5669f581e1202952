import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';

let service: CallService;
let call_id: string;
beforeAll(async () => {
  service = await startCallService();
  call_id = await service.placeSimulatedCall({ persona: 'no_answer' });
});
afterAll(() => service.stop());

const list = async (id = call_id) => (await service.app(appRoutes.listNotes, { params: { call_id: id } })).data;
const add = (at_seconds: number, text: string) =>
  service.app(appRoutes.createNote, { params: { call_id }, json: { at_seconds, text } });

test('notes are sorted by position, updated and deleted', async () => {
  const late = await add(61.25, ' Ask about <b>this</b> ');
  const early = await add(2, 'Good start');
  expect(await list()).toEqual([early, late]);
  expect(late).toMatchObject({ at_seconds: 61.25, text: 'Ask about <b>this</b>', author: null });
  const params = { call_id, note_id: late.note_id };
  const changed = await service.app(appRoutes.updateNote, { params, json: { text: 'Asked' } });
  expect(changed).toEqual({ ...late, text: 'Asked' });
  const replace = (replaced_text: string, text: string) =>
    service.app(appRoutes.updateNote, { params, json: { text, replaced_text } });
  await expect(replace(late.text, 'Forgotten')).rejects.toMatchObject({ code: 'note_changed' });
  expect(await list()).toEqual([early, changed]);
  expect(await replace('Asked', 'Asked twice')).toEqual({ ...late, text: 'Asked twice' });
  await replace('Asked twice', 'Asked');
  expect(await service.app(appRoutes.deleteNote, { params }), 'returned, so that it can be restored').toEqual(changed);
  expect(await list()).toEqual([early]);
  await expect(service.app(appRoutes.deleteNote, { params })).rejects.toMatchObject({ code: 'note_not_found' });
  await expect(service.app(appRoutes.updateNote, { params, json: { text: 'x' } })).rejects.toMatchObject({
    code: 'note_not_found',
  });
});

test('a note is not found under another call, and an invalid note is rejected', async () => {
  const other = await service.placeSimulatedCall({ persona: 'no_answer' });
  const { note_id } = await add(1, 'Mine');
  const params = { call_id: other, note_id };
  await expect(service.app(appRoutes.deleteNote, { params })).rejects.toMatchObject({ code: 'note_not_found' });
  expect(await list(other)).toEqual([]);
  await expect(list('call_0')).rejects.toMatchObject({ code: 'call_not_found' });
  await expect(add(1, '  ')).rejects.toMatchObject({ code: 'malformed' });
  await expect(add(-1, 'x')).rejects.toMatchObject({ code: 'malformed' });
  await expect(add(1, 'x'.repeat(2_001))).rejects.toMatchObject({ code: 'malformed' });
});

test('a note names its author, who must be a member', async () => {
  const json = { kind: 'local', name: 'Harbour', industry: '', email: 'ada@harbour.example' } as const;
  await service.app(appRoutes.createWorkspace, { json });
  const [author] = (await service.app(appRoutes.listAssignees, {})).data;
  const [agent] = (await service.app(appRoutes.listAgentRecords, {})).data;
  const agent_id = agent?.agent_id ?? '';
  const id = await service.placeSimulatedCall({ agent_id, persona: 'no_answer' });
  const write = (author_id: string) =>
    service.app(appRoutes.createNote, {
      params: { call_id: id },
      json: { at_seconds: 1, text: 'Hm', author_id },
    });
  const note = await write(author?.user_id ?? '');
  expect(note).toMatchObject({ author: { ...author, email: 'ada@harbour.example' } });
  expect(await list(id)).toEqual([note]);
  await expect(write('usr_0')).rejects.toMatchObject({ code: 'author_unknown' });
  expect(await list(id)).toHaveLength(1);
});
