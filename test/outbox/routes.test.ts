import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { OutboxItem, OutboxState } from '../../shared/workspaces/sync.ts';
import { startServiceWithRemote, type ServiceWithRemote } from '../helpers/remote/start-linked-service.ts';
import { startService } from '../helpers/service/start-service.ts';
import { upload } from '../helpers/service/upload.ts';

let service: ServiceWithRemote;
beforeEach(async () => {
  service = await startServiceWithRemote();
});
afterEach(() => service.stop());

const listItems = async () => (await service.app(appRoutes.listOutboxItems, {})).data;

/** Waits until the open items have these states. */
async function waitForItems(...states: readonly OutboxState[]): Promise<readonly OutboxItem[]> {
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      const stop = service.service.onEvent(({ type }) => {
        if (type !== 'sync.changed') return;
        stop();
        resolve();
      });
    });
    const items = await listItems();
    if (items.map(({ state }) => state).join() === states.join()) return items;
    await changed;
  }
}

const submit = async (name = 'Collections') =>
  (await service.v1(v1Routes.submitAgentRequest, { json: { name, objective: 'Remind customers' } })).request_id;

/** Submits a build request whose response is lost. */
async function loseAnswer(): Promise<OutboxItem> {
  service.remote.setFault('submitAgentRequest', { drop: 'after' });
  await submit();
  const [item] = await waitForItems('unknown');
  if (!item) throw new Error('There is no item.');
  service.remote.setFault('submitAgentRequest', null);
  return item;
}

test('lists an item that needs a decision with its reason and actions, and marks it as done', async () => {
  const item = await loseAnswer();
  expect(item).toMatchObject({
    kind: 'submit_request',
    label: 'Collections',
    attempts: 1,
    reason: expect.stringMatching(/The remote may have received this build request\.$/),
    actions: expect.arrayContaining(['mark_done', 'send', 'cancel']),
  });
  const params = { item_id: item.item_id };
  const [request_id = ''] = service.remote.state.agentRequests.keys();
  const done = await service.app(appRoutes.completeOutboxItem, { params, json: { remote_id: request_id } });
  expect(done).toMatchObject({ item_id: item.item_id, state: 'done', actions: [] });
  expect(await listItems()).toEqual([]);
  expect(service.remote.countRequests('submitAgentRequest')).toBe(1);
});

test('sends an item of unknown outcome again only if the user chooses to', async () => {
  const { item_id } = await loseAnswer();
  expect(service.remote.state.agentRequests.size).toBe(1);
  const sent = await service.app(appRoutes.sendOutboxItem, { params: { item_id } });
  expect(sent.state).toBe('queued');
  await waitForItems();
  expect(service.remote.state.agentRequests.size).toBe(2);
});

test('checks an item, which stays unknown on a remote without lists, and cancels it', async () => {
  const { item_id } = await loseAnswer();
  const params = { item_id };
  const checked = await service.app(appRoutes.checkOutboxItem, { params });
  expect(checked.state).toBe('unknown');
  expect(checked.reason).toContain('does not report');
  expect((await service.app(appRoutes.cancelOutboxItem, { params })).state).toBe('canceled');
  expect(await listItems()).toEqual([]);
  expect(service.remote.countRequests('submitAgentRequest')).toBe(1);
});

test('lists items, newest first', async () => {
  service.remote.setFault('submitAgentRequest', { status: 422 });
  await submit('First');
  await waitForItems('rejected');
  await submit('Second');
  expect((await listItems()).map(({ label }) => label)).toEqual(['Second', 'First']);
});

test('refuses an action that is not available, and an invalid remote ID', async () => {
  const { item_id } = await loseAnswer();
  const params = { item_id };
  await expect(service.app(appRoutes.completeOutboxItem, { params, json: { remote_id: 'a b' } })).rejects.toMatchObject(
    { code: 'malformed', errors: [{ pointer: '/remote_id' }] },
  );
  expect((await listItems())[0]?.state).toBe('unknown');
  await service.app(appRoutes.cancelOutboxItem, { params });
  for (const route of [appRoutes.sendOutboxItem, appRoutes.cancelOutboxItem, appRoutes.checkOutboxItem])
    await expect(service.app(route, { params })).rejects.toMatchObject({ code: 'outbox_action_unavailable' });
});

describe('the ID of another item', () => {
  const refusal = (owner: string) => ({
    code: 'remote_id_taken',
    errors: [{ pointer: '/remote_id', detail: `This is the ID of ${owner}.` }],
  });

  /** Makes two changes, the second without its response, and marks it as done with the ID of the first. */
  const markAsOther = async (
    operation: 'placeCall' | 'uploadDocument' | 'submitAgentRequest',
    make: (name: string) => Promise<unknown>,
    names: readonly [string, string],
  ) => {
    await make(names[0]);
    await waitForItems();
    service.remote.setFault(operation, { drop: 'after' });
    await make(names[1]);
    const [item] = await waitForItems('unknown');
    const prefix = { placeCall: 'call', uploadDocument: 'doc', submitAgentRequest: 'req' }[operation];
    const complete = (remote_id: string) =>
      service.app(appRoutes.completeOutboxItem, { params: { item_id: item?.item_id ?? '' }, json: { remote_id } });
    const refused = await complete(`${prefix}_1`).catch((error: unknown) => error);
    expect((await listItems())[0]?.state).toBe('unknown');
    await complete(`${prefix}_2`);
    expect(await listItems()).toEqual([]);
    return refused;
  };

  test('is refused for a call', async () => {
    const place = (recipient_number: string) =>
      service.app(appRoutes.placeRemoteCall, { json: { remote_agent_id: 'agt_remote', recipient_number } });
    expect(await markAsOther('placeCall', place, ['+15550100', '+15550101'])).toMatchObject(
      refusal('the call to +15550100'),
    );
  });

  test('is refused for a document', async () => {
    const add = (title: string) => upload(service.v1, title, `${title} are from nine to five.`);
    expect(await markAsOther('uploadDocument', add, ['Hours', 'Prices'])).toMatchObject(refusal('“Hours”'));
    expect((await service.app(appRoutes.listDocumentRecords, {})).data.map(({ title }) => title)).toEqual([
      'Prices',
      'Hours',
    ]);
  });

  test('is refused for a build request', async () => {
    expect(await markAsOther('submitAgentRequest', submit, ['Collections', 'Surveys'])).toMatchObject(
      refusal('“Collections”'),
    );
  });
});

test('returns outbox_item_not_found for an unknown item, and in a local workspace', async () => {
  const params = { item_id: 'out_none' };
  await expect(service.app(appRoutes.sendOutboxItem, { params })).rejects.toMatchObject({
    code: 'outbox_item_not_found',
  });
  const local = await startService();
  try {
    await local.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour' } });
    expect(await local.app(appRoutes.listOutboxItems, {})).toEqual({ data: [] });
    await expect(local.app(appRoutes.sendOutboxItem, { params })).rejects.toMatchObject({
      code: 'outbox_item_not_found',
    });
  } finally {
    await local.stop();
  }
});
