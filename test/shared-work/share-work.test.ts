import { afterEach, beforeEach, expect, test } from 'vitest';
import { v1Routes } from '../../shared/contract/contract.ts';
import type { LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startTeam, type Team } from './team.ts';

let team: Team;
let ada: LinkedWorkspace;
let bob: LinkedWorkspace;
beforeEach(async () => {
  team = await startTeam();
  [ada, bob] = [await team.link(), await team.link()];
});
afterEach(() => team.stop());

test('each member sees what the others write', async () => {
  const [call_id, bobsId] = [await team.findCallId(ada), await team.findCallId(bob)];
  const note = await ada.v1(v1Routes.createNote, {
    params: { call_id },
    json: { at_seconds: 2, text: 'Polite start' },
  });
  expect(note.author, 'of the window').toBeNull();
  await ada.v1(v1Routes.updateCallReview, {
    params: { call_id },
    json: { add_tags: ['VIP'], review_state: 'reviewed', assignee_id: await team.findMemberId(ada) },
  });
  const criterion = { name: 'Greeting', description: 'Says hello', weight: 3, rule: null };
  const { criterion_id } = await ada.v1(v1Routes.createCriterion, { json: criterion });
  await ada.v1(v1Routes.scoreCriterion, { params: { call_id, criterion_id }, json: { answer: 'yes' } });
  const value = { filter: { tag: 'VIP' }, sort: 'created', descending: true } as const;
  await ada.v1(v1Routes.saveItem, { json: { kind: 'call_view', name: 'VIPs', value } });
  await team.settle(ada, bob);
  const read = await team.read(bob);
  expect(read.notes).toMatchObject([{ text: 'Polite start', author: { name: 'Ada' } }]);
  expect(read.review).toMatchObject({ tags: ['VIP'], review_state: 'reviewed', assignee: { email: team.memberEmail } });
  expect(read.criteria).toMatchObject([criterion]);
  expect(read.scores).toMatchObject([{ answer: 'yes', decision: { by: { name: 'Ada' } } }]);
  expect(read.savedItems).toMatchObject([{ kind: 'call_view', name: 'VIPs', value }]);
  const setByAda = ['assignee', 'review_state', 'tag'].map((field) => ({ field, by: { name: 'Ada' } }));
  expect(read.review.set_by).toMatchObject(setByAda);
  expect(await team.read(ada)).toEqual(read);

  const { note_id } = read.notes[0] ?? expect.fail('There is no note.');
  await bob.v1(v1Routes.updateNote, { params: { call_id: bobsId, note_id }, json: { text: 'Polite start, good end' } });
  await bob.v1(v1Routes.scoreCriterion, { params: { call_id: bobsId, criterion_id }, json: { answer: 'no' } });
  await bob.v1(v1Routes.deleteSavedItem, { params: { saved_id: read.savedItems[0]?.saved_id ?? '' } });
  await bob.v1(v1Routes.deleteCriterion, { params: { criterion_id } });
  await team.settle(bob, ada);
  const later = await team.read(ada);
  expect(later).toMatchObject({ notes: [{ text: 'Polite start, good end' }], criteria: [], savedItems: [] });
  await bob.v1(v1Routes.deleteNote, { params: { call_id: bobsId, note_id } });
  await team.settle(bob, ada);
  expect((await team.read(ada)).notes).toEqual([]);
});

test('what two members write about a note while both are offline is kept, and one of them joins it', async () => {
  const [call_id, bobsId] = [await team.findCallId(ada), await team.findCallId(bob)];
  const json = { at_seconds: 2, text: 'First' };
  const { note_id } = await ada.v1(v1Routes.createNote, { params: { call_id }, json });
  await team.settle(ada, bob);
  team.network.setOnline(false);
  const write = (linked: LinkedWorkspace, id: string, text: string) =>
    linked.v1(v1Routes.updateNote, { params: { call_id: id, note_id }, json: { text } });
  await write(ada, call_id, 'By Ada');
  await write(ada, call_id, 'By Ada, twice');
  await write(bob, bobsId, 'By Bob');
  team.network.setOnline(true);
  await team.settle(ada, bob, ada);
  const [note] = (await team.read(ada)).notes;
  // The first that arrived is the text of the note.
  const other = note?.also_written[0];
  expect([note?.text, other?.text].toSorted()).toEqual(['By Ada, twice', 'By Bob']);
  expect(other?.author?.name).toBe(other?.text === 'By Bob' ? 'Bob' : 'Ada');
  expect(await team.read(bob)).toEqual(await team.read(ada));
  const replaces = [note?.version_id ?? '', ...(note?.also_written ?? []).map(({ version_id }) => version_id)];
  await bob.v1(v1Routes.updateNote, { params: { call_id: bobsId, note_id }, json: { text: 'By both', replaces } });
  await team.settle(bob, ada);
  expect((await team.read(ada)).notes).toMatchObject([{ text: 'By both', also_written: [] }]);
});

test('a deletion does not lose a text that another member wrote meanwhile, and a text restores a deleted note', async () => {
  const [call_id, bobsId] = [await team.findCallId(ada), await team.findCallId(bob)];
  const add = (text: string) => ada.v1(v1Routes.createNote, { params: { call_id }, json: { at_seconds: 2, text } });
  const [first, second] = [await add('First'), await add('Second')];
  await team.settle(ada, bob);
  team.network.setOnline(false);
  await ada.v1(v1Routes.deleteNote, { params: { call_id, note_id: first.note_id } });
  const params = { call_id: bobsId, note_id: first.note_id };
  await bob.v1(v1Routes.updateNote, { params, json: { text: 'First, by Bob' } });
  await bob.v1(v1Routes.deleteNote, { params: { call_id: bobsId, note_id: second.note_id } });
  await ada.v1(v1Routes.updateNote, { params: { call_id, note_id: second.note_id }, json: { text: 'Second, by Ada' } });
  team.network.setOnline(true);
  await team.settle(bob, ada, bob);
  const texts = (await team.read(ada)).notes.map(({ text }) => text).toSorted();
  expect(texts).toEqual(['First, by Bob', 'Second, by Ada']);
  expect(await team.read(bob)).toEqual(await team.read(ada));
});

test('what a member writes arrives at the others by the event stream', async () => {
  const reader = await team.link({ events: true });
  const [call_id, readersId] = [await team.findCallId(ada), await team.findCallId(reader)];
  const list = async () => (await reader.v1(v1Routes.listNotes, { params: { call_id: readersId } })).data;
  await ada.v1(v1Routes.createNote, { params: { call_id }, json: { at_seconds: 2, text: 'At once' } });
  expect(await reader.waitUntil(list, ({ length }) => length > 0)).toMatchObject([{ text: 'At once' }]);
});
