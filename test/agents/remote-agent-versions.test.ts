import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startTeam, type Team } from '../shared-work/team.ts';

let team: Team;
beforeAll(async () => {
  team = await startTeam();
  const agent_id = (await team.remote.app(appRoutes.listAgentRecords, {})).data[0]?.agent_id ?? '';
  const { definition } = await team.remote.v1(v1Routes.getAgent, { params: { agent_id } });
  if (!definition) throw new Error('The agent has no definition.');
  const json = { definition: { ...definition, greeting: 'Good morning!', may_say: ['We open at nine.'] } };
  await team.remote.v1(v1Routes.saveAgentDraft, { params: { agent_id }, json });
  await team.remote.v1(v1Routes.publishAgentVersion, { params: { agent_id }, json: { note: 'Shorter' } });
  await team.remote.v1(v1Routes.saveAgentDraft, { params: { agent_id }, json: { definition } });
});
afterAll(() => team.stop());

const findAgent = async ({ app }: LinkedWorkspace) => {
  const [agent] = (await app(appRoutes.listAgentRecords, {})).data;
  return { agent_id: agent?.agent_id ?? '' };
};

test('an agent of a remote that does not list the routes has no definition here', async () => {
  const linked = await team.link({ agent_list: true });
  const params = await findAgent(linked);
  expect(await linked.v1(v1Routes.getAgent, { params })).toMatchObject({ published_version: null, definition: null });
  expect((await linked.v1(v1Routes.listAgentVersions, { params })).data).toEqual([]);
});

test('an agent of a remote that lists the routes is shown as the remote has it, and only changed there', async () => {
  const linked = await team.link({ agent_list: true, agent_versions: true });
  const params = await findAgent(linked);
  const details = await linked.v1(v1Routes.getAgent, { params });
  expect(details).toMatchObject({
    ...params,
    published_version: 2,
    definition: { greeting: 'Good morning!', may_say: ['We open at nine.'] },
    draft: null,
  });
  const { data } = await linked.v1(v1Routes.listAgentVersions, { params });
  expect(data).toMatchObject([
    { version: 2, note: 'Shorter', changed_fields: ['Greeting', 'May say'] },
    { version: 1, note: '' },
  ]);
  const first = await linked.v1(v1Routes.getAgentVersion, { params: { ...params, version: 1 } });
  expect(first.definition.greeting).not.toBe('Good morning!');
  const { changes } = await linked.v1(v1Routes.compareAgentVersions, { params, query: { from: '1', to: '2' } });
  expect(changes.map(({ label }) => label)).toEqual(['Greeting', 'May say']);
  await expect(linked.v1(v1Routes.getAgentVersion, { params: { ...params, version: 9 } })).rejects.toMatchObject({
    code: 'agent_version_not_found',
  });
  if (!details.definition) throw new Error('The agent has no definition.');
  const draft = linked.v1(v1Routes.saveAgentDraft, { params, json: { definition: details.definition } });
  await expect(draft).rejects.toMatchObject({ code: 'not_available_on_remote' });
});

test('says why a definition cannot be shown while the remote cannot be reached', async () => {
  const linked = await team.link({ agent_list: true, agent_versions: true });
  const params = await findAgent(linked);
  await team.network.close();
  await expect(linked.v1(v1Routes.getAgent, { params })).rejects.toMatchObject({ code: 'remote_failed' });
});
