import { afterAll, beforeAll, expect, test } from 'vitest';
import { v1Routes } from '../../shared/contract/contract.ts';
import { limits } from '../../shared/contract/limits.ts';
import { roles } from '../../shared/contract/roles.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { createTestApiKey } from '../helpers/service/start-service-with-workspace.ts';

let service: CallService;
beforeAll(async () => {
  service = await startCallService();
});
afterAll(() => service.stop());

const list = async () => (await service.v1(v1Routes.listSavedItems, {})).data;
const saveView = (name: string, descending = true) => {
  const value = { filter: { status: 'failed' }, sort: 'duration', descending } as const;
  return service.v1(v1Routes.saveItem, { json: { kind: 'call_view', name, value } });
};
const saveTemplate = (name: string, metadata: Record<string, string>) =>
  service.v1(v1Routes.saveItem, { json: { kind: 'metadata_template', name, value: { metadata } } });

test('saving under an existing name replaces the item of the same kind', async () => {
  const view = await saveView('Broken');
  const template = await saveTemplate('Broken', { plan: 'Fibre' });
  expect(await list()).toEqual([view, template]);
  const accented = await saveView('\u00c9t\u00e9');
  expect((await saveView('E\u0301te\u0301')).saved_id).toBe(accented.saved_id);
  await service.v1(v1Routes.deleteSavedItem, { params: { saved_id: accented.saved_id } });
  const replaced = await saveView('Broken', false);
  expect(replaced).toMatchObject({ saved_id: view.saved_id, value: { descending: false } });
  expect(await list()).toEqual([replaced, template]);
  await service.v1(v1Routes.deleteSavedItem, { params: { saved_id: view.saved_id } });
  expect(await list()).toEqual([template]);
  const again = service.v1(v1Routes.deleteSavedItem, { params: { saved_id: view.saved_id } });
  await expect(again).rejects.toMatchObject({ code: 'saved_item_not_found' });
});

test('renames a view or a template, unless another one of its kind has the name', async () => {
  const view = await saveView('Slow');
  const other = await saveView('Long');
  const template = await saveTemplate('Fast', { plan: 'Fibre' });
  const rename = (saved_id: string, name: string) =>
    service.v1(v1Routes.renameSavedItem, { params: { saved_id }, json: { name } });
  expect(await rename(view.saved_id, ' Fast ')).toEqual({ ...view, name: 'Fast' });
  await expect(rename(view.saved_id, 'Long')).rejects.toMatchObject({ code: 'saved_item_exists' });
  expect(await rename(view.saved_id, 'Fast')).toEqual({ ...view, name: 'Fast' });
  await expect(rename(view.saved_id, ' ')).rejects.toMatchObject({ code: 'malformed' });
  await expect(rename('sav_none', 'x')).rejects.toMatchObject({ code: 'saved_item_not_found' });
  const hidden = await service.v1(v1Routes.saveItem, {
    json: { kind: 'hidden_item', name: 'call:1', value: { until: null } },
  });
  await expect(rename(hidden.saved_id, 'x')).rejects.toMatchObject({ code: 'saved_item_not_found' });
  for (const { saved_id } of [view, other, template, hidden])
    await service.v1(v1Routes.deleteSavedItem, { params: { saved_id } });
});

test('what a form starts with is changed only by the roles that may send the form', async () => {
  const template = { kind: 'metadata_template', name: 'Lead', value: { metadata: { plan: 'Fibre' } } } as const;
  const value = {
    name: '',
    objective: 'x',
    target_audience: '',
    required_integrations: [],
    saved_at: new Date(0).toISOString(),
  };
  const draft = { kind: 'request_draft', name: 'draft', value } as const;
  const view = { kind: 'hidden_item', name: 'call:2', value: { until: null } } as const;
  const roleKeys = await Promise.all(roles.map((role) => createTestApiKey(service, role)));
  const statuses = async (work: (headers: Readonly<Record<string, string>>) => Promise<Response>) =>
    Promise.all(roleKeys.map(async ({ headers }) => (await work(headers)).status));
  const send = (method: string, path: string, json?: unknown) => (headers: Readonly<Record<string, string>>) =>
    service.send(`/v1/saved-items${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  expect(await statuses(send('POST', '', template))).toEqual([201, 201, 403]);
  expect(await statuses(send('POST', '', draft))).toEqual([201, 403, 403]);
  expect(await statuses(send('POST', '', view))).toEqual([201, 201, 201]);
  const stored = await list();
  const find = ({ kind, name }: { readonly kind: string; readonly name: string }) =>
    stored.find((item) => item.kind === kind && item.name === name)?.saved_id ?? '';
  expect(await statuses(send('PATCH', `/${find(template)}`, { name: 'Lead' }))).toEqual([200, 200, 403]);
  const [, manager, viewer] = await statuses(send('DELETE', `/${find(draft)}`));
  expect([manager, viewer].every((status) => status === 403 || status === 404)).toBe(true);
  for (const saved of [template, view])
    await service.v1(v1Routes.deleteSavedItem, { params: { saved_id: find(saved) } });
});

test('rejects items beyond the limit, but replaces existing ones', async () => {
  for (let count = (await list()).length; count < limits.savedItems; count++) await saveView(`View ${count}`);
  await expect(saveView('One too many')).rejects.toMatchObject({ code: 'too_many_saved_items' });
  expect(await saveView('View 100', false)).toMatchObject({ value: { descending: false } });
  expect((await list()).length).toBe(limits.savedItems);
});

test('rejects metadata that is invalid for a call', async () => {
  const deep = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`;
  const body = `{"kind":"metadata_template","name":"Deep","value":{"metadata":${deep}}}`;
  const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
  const refused = await service.send('/v1/saved-items', init, 'window');
  expect(await refused.json()).toMatchObject({ status: 422, code: 'metadata_invalid' });
});

test('rejects unknown kinds and values that do not match the kind', async () => {
  for (const json of [
    { kind: 'other', name: 'x', value: {} },
    { kind: 'call_view', name: 'x', value: { metadata: {} } },
    { kind: 'metadata_template', name: 'x', value: { metadata: [] } },
    { kind: 'metadata_template', name: ' ', value: { metadata: {} } },
  ]) {
    await expect(service.v1(v1Routes.saveItem, { json: json as never })).rejects.toMatchObject({ code: 'malformed' });
  }
});
