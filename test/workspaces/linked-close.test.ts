import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startLinkedService, type LinkedService } from '../helpers/remote/start-linked-service.ts';
import { startJsonRemote } from '../helpers/remote/start-json-remote.ts';
import { startLinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startStrictRemote, type RemoteOperation, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { upload } from '../helpers/service/upload.ts';

/** It takes about a second. The rest is for a busy machine; a request of its own accord ends after 15 seconds or more. */
const maxMs = 12_000;

const never = { waitBefore: new Promise(() => {}) };

let remote: StrictRemote;
let started: LinkedService;
beforeEach(async () => {
  remote = await startStrictRemote();
});
afterEach(() => remote.close());

async function startHanging(operation: RemoteOperation): Promise<void> {
  remote.setFault(operation, never);
  started = await startLinkedService(remote);
  await remote.waitForRequests(operation);
}

async function measureClose(): Promise<number> {
  const start = performance.now();
  await started.service.close();
  return performance.now() - start;
}

test.each(['getOrganization', 'listMembers'] as const)(
  'closing does not wait for a remote that answers no request “%s” of the sync',
  async (operation) => {
    await startHanging(operation);
    expect(await measureClose()).toBeLessThan(maxMs);
  },
);

test('closing does not wait for a remote that answers no request of the window', async () => {
  remote.setFault('getDocument', never);
  await startHanging('getOrganization');
  const start = performance.now();
  const checking = started.app(appRoutes.checkConnection, {}).catch(() => null);
  await remote.waitForRequests('getOrganization', 2);
  const importing = started.app(appRoutes.importDocuments, { json: { ids: ['doc_elsewhere'] } }).catch(() => null);
  await remote.waitForRequests('getDocument');
  await started.service.close();
  await Promise.all([checking, importing]);
  expect(performance.now() - start, 'the requests have ended, too').toBeLessThan(maxMs);
});

test('closing does not wait long for the answer to a change, whose outcome is then unknown', async () => {
  remote.setFault('uploadDocument', never);
  const linked = await startLinkedWorkspace({ ...remote, apiKey: remote.keys.admin });
  onTestFinished(() => linked.stop());
  await upload(linked.v1, 'Hours', 'From nine to five.');
  await remote.waitForRequests('uploadDocument');
  const start = performance.now();
  await linked.restart();
  expect(performance.now() - start).toBeLessThan(maxMs);
  const { data } = await linked.app(appRoutes.listOutboxItems, {});
  expect(data).toMatchObject([{ kind: 'upload_document', state: 'unknown', attempts: 1 }]);
  expect(remote.countRequests('uploadDocument')).toBe(1);
});

test('closing does not wait for a remote that does not answer a search', async () => {
  const json = await startJsonRemote();
  onTestFinished(() => json.close());
  const linked = await startLinkedWorkspace(json, { search: true });
  onTestFinished(() => linked.stop());
  const { promise: isAsked, resolve: markAsked } = Promise.withResolvers<void>();
  json.answers.set('POST /knowledge/search', () => {
    markAsked();
    return new Promise(() => {});
  });
  const searching = linked.v1(v1Routes.searchKnowledge, { json: { query: 'When?' } }).catch(() => null);
  await isAsked;
  const start = performance.now();
  await linked.restart();
  expect(performance.now() - start).toBeLessThan(maxMs);
  await searching;
});

test('closing does not wait for workspaces in the background', async () => {
  await startHanging('listMembers');
  await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Local', industry: '', email: '' } });
  expect(await measureClose()).toBeLessThan(maxMs);
});
