import { expect, onTestFinished, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { SyncStatus } from '../../shared/workspaces/sync.ts';
import { startLinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startStrictRemote } from '../helpers/remote/strict-remote.ts';

const listRefused = ({ parts }: SyncStatus) => parts.filter((part) => !part.is_permitted).map(({ name }) => name);

test('what the role of the API key may not read is refused, until a key with another role replaces it', async () => {
  const remote = await startStrictRemote();
  onTestFinished(() => remote.close());
  const linked = await startLinkedWorkspace({ ...remote, apiKey: remote.keys.manager });
  onTestFinished(() => linked.stop());
  const isPermitted = async () => (await linked.app(appRoutes.getBillingOverview, {})).remote?.is_permitted;

  const status = await linked.sync();
  expect(listRefused(status)).toEqual(['members', 'usage', 'invoices']);
  expect(status).toMatchObject({ state: 'up_to_date', reason: null });
  expect(status.parts.every(({ error }) => error === null)).toBe(true);
  expect(await isPermitted()).toBe(false);

  await linked.app(appRoutes.updateConnection, { json: { api_key: remote.keys.admin } });
  const permitted = await linked.waitForStatus(({ state }) => state === 'up_to_date');
  expect(listRefused(permitted)).toEqual([]);
  expect(await isPermitted()).toBe(true);
});

test('build requests that the key may not read one by one are refused as a part', async () => {
  const remote = await startStrictRemote();
  onTestFinished(() => remote.close());
  const linked = await startLinkedWorkspace({ ...remote, apiKey: remote.keys.admin });
  onTestFinished(() => linked.stop());
  await linked.v1(v1Routes.submitAgentRequest, { json: { name: 'Collections', objective: 'Remind customers' } });
  await linked.waitForStatus(({ state, waiting }) => state === 'up_to_date' && waiting === 0);
  remote.setFault('getAgentRequest', { status: 403 });
  const status = await linked.sync();
  expect(listRefused(status)).toEqual(['requests']);
  expect(status.parts.every(({ error }) => error === null)).toBe(true);
});
