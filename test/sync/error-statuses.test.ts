import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { OutboxItem, SyncStatus } from '../../shared/workspaces/sync.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startStrictRemote, type Fault, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { upload } from '../helpers/service/upload.ts';
import { statusFates, toStatus, type StatusFate } from '../outbox/fake-remote.ts';

let remote: StrictRemote;
let linked: LinkedWorkspace;

/** The first request of an operation gets the error status. */
const failFirst = (fate: StatusFate): ((_: unknown, number: number) => Fault | undefined) => {
  const status = toStatus(fate) ?? 0;
  let isFirst = true;
  return () => {
    const isFailing = isFirst;
    isFirst = false;
    if (!isFailing) return undefined;
    return fate.endsWith('_after') ? { statusAfter: status } : { status };
  };
};

const open = async (honoursIdempotency: boolean) => {
  remote = await startStrictRemote({ honoursIdempotency });
  const address = { baseUrl: remote.baseUrl, orgId: remote.orgId, apiKey: remote.keys.admin };
  linked = await startLinkedWorkspace(address, { idempotency: honoursIdempotency });
};

const close = async () => {
  await linked.stop();
  await remote.close();
};

/** Sends what waits without a pause, until nothing waits any more. */
async function drain(): Promise<SyncStatus> {
  for (;;) {
    const status = await linked.sync();
    if (status.waiting === 0) return status;
  }
}

const listItems = async (): Promise<readonly OutboxItem[]> => (await linked.app(appRoutes.listOutboxItems, {})).data;

const placeCall = async (recipient_number: string) =>
  linked.app(appRoutes.placeRemoteCall, { json: { remote_agent_id: 'agt_remote', recipient_number } });

const submitRequest = async (name: string) =>
  linked.v1(v1Routes.submitAgentRequest, { json: { name, objective: 'Remind passengers.' } });

const operations = [
  ['placeCall', (number: number) => placeCall(`+1415557${String(number).padStart(4, '0')}`), () => remote.state.calls],
  [
    'uploadDocument',
    (number: number) => upload(linked.v1, `Timetable ${number}`, 'Nine to five.'),
    () => remote.state.documents,
  ],
  ['submitAgentRequest', (number: number) => submitRequest(`Agent ${number}`), () => remote.state.agentRequests],
] as const;

describe('a remote without Idempotency-Key', () => {
  beforeAll(() => open(false));
  afterAll(close);

  test.each(operations)('gets each request of %s once, whatever its error status', async (operation, make, list) => {
    for (const [number, fate] of statusFates.entries()) {
      const madeBefore = list().size;
      const requestsBefore = remote.countRequests(operation);
      remote.setFault(operation, failFirst(fate));
      await make(number);
      const isRepeated = fate === '429_before';
      const status = await drain();
      expect(remote.countRequests(operation) - requestsBefore, fate).toBe(isRepeated ? 2 : 1);
      expect(list().size - madeBefore, fate).toBe(isRepeated || fate.endsWith('_after') ? 1 : 0);
      const [item, ...others] = await listItems();
      expect(others).toEqual([]);
      expect([status.state, status.needs_you, item?.state], fate).toEqual(
        isRepeated ? ['up_to_date', 0, undefined] : ['needs_you', 1, 'unknown'],
      );
      if (!item) continue;
      expect(item.reason).toMatch(
        `Something went wrong. The remote responded with HTTP ${toStatus(fate)}, which does not prove that nothing happened.`,
      );
      await linked.app(appRoutes.cancelOutboxItem, { params: { item_id: item.item_id } });
    }
  });
});

describe('a remote with Idempotency-Key', () => {
  beforeAll(() => open(true));
  afterAll(close);

  test.each(operations)('makes each change of %s once, whatever the error status', async (operation, make, list) => {
    for (const [number, fate] of statusFates.entries()) {
      const madeBefore = list().size;
      remote.setFault(operation, failFirst(fate));
      await make(number);
      const status = await drain();
      expect([status.state, await listItems()], fate).toEqual(['up_to_date', []]);
      expect(list().size - madeBefore, fate).toBe(1);
    }
  });
});

describe('a deletion', () => {
  beforeAll(() => open(false));
  afterAll(close);

  test('is repeated after any error status', async () => {
    for (const [number, fate] of statusFates.entries()) {
      const document_id = await upload(linked.v1, `Timetable ${number}`, 'Nine to five.');
      await drain();
      linked.makeChangesOlder();
      remote.setFault('deleteDocument', failFirst(fate));
      await linked.v1(v1Routes.deleteDocument, { params: { document_id } });
      await drain();
      expect([remote.state.documents.size, await listItems()], fate).toEqual([0, []]);
    }
  });
});
