import { expect, onTestFinished, test } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import { startJsonRemote } from '../helpers/remote/start-json-remote.ts';
import { startLinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';

test('a build request that the remote’s list garbles keeps its state, with the reason', async () => {
  const remote = await startJsonRemote();
  onTestFinished(() => remote.close());
  const request = { name: 'Collections', objective: 'Remind customers', status: 'in_development' };
  const list = (...requests: readonly object[]) => remote.answers.set('GET /agents/requests', { data: requests });
  remote.answers.set('GET /organizations/org_remote', { id: 'org_remote' });
  list({ ...request, request_id: 'r1' });
  const linked = await startLinkedWorkspace(remote, { request_list: true });
  onTestFinished(() => linked.stop());
  const listRequests = async () =>
    (await linked.app(appRoutes.listAgentRequestRecords, {})).data.map((one) => [
      one.remote?.id,
      one.status,
      one.remote?.error ?? null,
    ]);

  await linked.sync();
  expect(await listRequests()).toEqual([['r1', 'in_development', null]]);
  const { request_changes } = await linked.app(appRoutes.getOverview, {});
  expect(request_changes, 'when it was created is not known').toEqual([]);
  list({ ...request, request_id: 'r2' }, { ...request, request_id: 'r1', status: 7 });
  const { parts } = await linked.sync();
  const error = 'The remote sent an unusable build request: the field “status” is not text.';
  expect(await listRequests()).toEqual([
    ['r2', 'in_development', null],
    ['r1', 'in_development', error],
  ]);
  expect(parts.find(({ name }) => name === 'requests')?.error).toBe(
    `1 build request in the remote’s list could not be read. ${error}`,
  );
  list({ ...request, request_id: 'r1', status: 'uat' });
  await linked.sync();
  expect(await listRequests()).toContainEqual(['r1', 'uat', null]);
});
