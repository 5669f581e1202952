import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract.ts';
import { startLinkedService, type LinkedService } from '../helpers/start-linked-service.ts';
import { startStrictRemote, type RemoteOperation, type StrictRemote } from '../helpers/strict-remote.ts';

/** It takes a second or two. The rest is for a busy machine; a request of its own accord ends after 15 seconds or more. */
const maxMs = 5_000;

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

test('closing does not wait for workspaces in the background', async () => {
  await startHanging('listMembers');
  await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Local', industry: '', email: '' } });
  expect(await measureClose()).toBeLessThan(maxMs);
});
