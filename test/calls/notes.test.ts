import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract.ts';
import { startCallService, type CallService } from '../helpers/start-call-service.ts';

let room: CallService;
let call_id: string;
beforeAll(async () => {
  room = await startCallService();
  call_id = await room.placeSimulatedCall({ persona: 'no_answer' });
});
afterAll(() => room.stop());

const list = async (id = call_id) => (await room.app(appRoutes.listNotes, { params: { call_id: id } })).data;
const add = (at_seconds: number, text: string) =>
  room.app(appRoutes.createNote, { params: { call_id }, json: { at_seconds, text } });

test('notes are kept by their moment, changed and deleted', async () => {
  const late = await add(61.25, ' Ask about <b>this</b> ');
  const early = await add(2, 'Good start');
  expect(await list()).toEqual([early, late]);
  expect(late).toMatchObject({ at_seconds: 61.25, text: 'Ask about <b>this</b>' });
  const params = { call_id, note_id: late.note_id };
  const changed = await room.app(appRoutes.updateNote, { params, json: { text: 'Asked' } });
  expect(changed).toEqual({ ...late, text: 'Asked' });
  expect(await room.app(appRoutes.deleteNote, { params }), 'told as it was, to be taken back').toEqual(changed);
  expect(await list()).toEqual([early]);
  await expect(room.app(appRoutes.deleteNote, { params })).rejects.toMatchObject({ code: 'note_not_found' });
  await expect(room.app(appRoutes.updateNote, { params, json: { text: 'x' } })).rejects.toMatchObject({
    code: 'note_not_found',
  });
});

test('a note of another call is not to be had by this one, and what says nothing is refused', async () => {
  const other = await room.placeSimulatedCall({ persona: 'no_answer' });
  const { note_id } = await add(1, 'Mine');
  const params = { call_id: other, note_id };
  await expect(room.app(appRoutes.deleteNote, { params })).rejects.toMatchObject({ code: 'note_not_found' });
  expect(await list(other)).toEqual([]);
  await expect(list('call_0')).rejects.toMatchObject({ code: 'call_not_found' });
  await expect(add(1, '  ')).rejects.toMatchObject({ code: 'malformed' });
  await expect(add(-1, 'x')).rejects.toMatchObject({ code: 'malformed' });
  await expect(add(1, 'x'.repeat(2_001))).rejects.toMatchObject({ code: 'malformed' });
});
