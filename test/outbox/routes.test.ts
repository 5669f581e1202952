import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import type { OutboxItem, OutboxState } from '../../shared/sync.ts';
import { startLinkedService, type LinkedService } from '../helpers/start-linked-service.ts';
import { startService } from '../helpers/start-service.ts';
import { startStrictRemote, type StrictRemote } from '../helpers/strict-remote.ts';

let remote: StrictRemote;
let service: LinkedService;

beforeEach(async () => {
  remote = await startStrictRemote();
  service = await startLinkedService(remote);
});
afterEach(async () => {
  await service.stop();
  await remote.close();
});

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

/** Submits a build request whose answer is lost. */
async function loseAnswer(): Promise<OutboxItem> {
  remote.setFault('submitAgentRequest', { drop: 'after' });
  await submit();
  const [item] = await waitForItems('unknown');
  if (!item) throw new Error('There is no item.');
  remote.setFault('submitAgentRequest', null);
  return item;
}

test('lists what needs a decision with its question, and marks it as made', async () => {
  const item = await loseAnswer();
  expect(item).toMatchObject({
    kind: 'submit_request',
    label: 'Collections',
    attempts: 1,
    reason: expect.stringMatching(/The remote may have received this build request\.$/),
    actions: expect.arrayContaining(['mark_done', 'send', 'cancel']),
  });
  const params = { item_id: item.item_id };
  const [request_id = ''] = remote.state.agentRequests.keys();
  const done = await service.app(appRoutes.completeOutboxItem, { params, json: { remote_id: request_id } });
  expect(done).toMatchObject({ item_id: item.item_id, state: 'done', actions: [] });
  expect(await listItems()).toEqual([]);
  expect(remote.countRequests('submitAgentRequest')).toBe(1);
});

test('sends an item again only when the user decides so', async () => {
  const { item_id } = await loseAnswer();
  expect(remote.state.agentRequests.size).toBe(1);
  const sent = await service.app(appRoutes.sendOutboxItem, { params: { item_id } });
  expect(sent.state).toBe('queued');
  await waitForItems();
  expect(remote.state.agentRequests.size).toBe(2);
});

test('cancels an item and checks one, which a remote without lists cannot tell', async () => {
  const { item_id } = await loseAnswer();
  const params = { item_id };
  const checked = await service.app(appRoutes.checkOutboxItem, { params });
  expect(checked.state).toBe('unknown');
  expect(checked.reason).toContain('does not report');
  expect((await service.app(appRoutes.cancelOutboxItem, { params })).state).toBe('canceled');
  expect(await listItems()).toEqual([]);
  expect(remote.countRequests('submitAgentRequest')).toBe(1);
});

test('lists the newest first', async () => {
  remote.setFault('submitAgentRequest', { status: 422 });
  await submit('First');
  await waitForItems('rejected');
  await submit('Second');
  expect((await listItems()).map(({ label }) => label)).toEqual(['Second', 'First']);
});

test('refuses an action that is not offered, and an ID that cannot be one', async () => {
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

test('does not find an unknown item, and in a local workspace none', async () => {
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
