import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import { startCallService, type CallService } from '../helpers/start-call-service.ts';

let room: CallService;
beforeAll(async () => {
  room = await startCallService();
});
afterAll(() => room.stop());

const list = async () => (await room.app(appRoutes.listSavedItems, {})).data;
const saveView = (name: string, descending = true) => {
  const value = { filter: { status: 'failed' }, sort: 'duration', descending } as const;
  return room.app(appRoutes.saveItem, { json: { kind: 'call_view', name, value } });
};
const saveTemplate = (name: string, metadata: Record<string, string>) =>
  room.app(appRoutes.saveItem, { json: { kind: 'metadata_template', name, value: { metadata } } });

test('what is saved under a name again replaces what was there, kind by kind', async () => {
  const view = await saveView('Broken');
  const template = await saveTemplate('Broken', { plan: 'Fibre' });
  expect(await list()).toEqual([view, template]);
  const replaced = await saveView('Broken', false);
  expect(replaced).toMatchObject({ saved_id: view.saved_id, value: { descending: false } });
  expect(await list()).toEqual([replaced, template]);
  await room.app(appRoutes.deleteSavedItem, { params: { saved_id: view.saved_id } });
  expect(await list()).toEqual([template]);
  const again = room.app(appRoutes.deleteSavedItem, { params: { saved_id: view.saved_id } });
  await expect(again).rejects.toMatchObject({ code: 'saved_item_not_found' });
});

test('so much is kept and no more, but what is there can still be replaced', async () => {
  for (let count = (await list()).length; count < limits.savedItems; count++) await saveView(`View ${count}`);
  await expect(saveView('One too many')).rejects.toMatchObject({ code: 'too_many_saved_items' });
  expect(await saveView('View 100', false)).toMatchObject({ value: { descending: false } });
  expect((await list()).length).toBe(limits.savedItems);
});

test('metadata that no call could take is not kept either, however deep it is', async () => {
  const deep = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`;
  const body = `{"kind":"metadata_template","name":"Deep","value":{"metadata":${deep}}}`;
  const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
  const refused = await room.send('/app/saved-items', init, 'window');
  expect(await refused.json()).toMatchObject({ status: 422, code: 'metadata_invalid' });
});

test('what is of no known kind, or not of its kind, is refused', async () => {
  for (const json of [
    { kind: 'other', name: 'x', value: {} },
    { kind: 'call_view', name: 'x', value: { metadata: {} } },
    { kind: 'metadata_template', name: 'x', value: { metadata: [] } },
    { kind: 'metadata_template', name: ' ', value: { metadata: {} } },
  ]) {
    await expect(room.app(appRoutes.saveItem, { json: json as never })).rejects.toMatchObject({ code: 'malformed' });
  }
});
