import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startTeam, type Team } from './team.ts';

let team: Team;
let ada: LinkedWorkspace;
let bob: LinkedWorkspace;
beforeEach(async () => {
  team = await startTeam();
  [ada, bob] = [await team.link({ agent_list: true }), await team.link({ agent_list: true })];
});
afterEach(() => team.stop());

const list = async ({ app }: Pick<LinkedWorkspace, 'app'>) => (await app(appRoutes.listCallRecords, {})).data;
const countPlaced = async ({ v1 }: LinkedWorkspace) => {
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  return (await v1(v1Routes.getCallInsights, { query: { from: from ?? '', to: to ?? '' } })).totals.placed;
};

async function place(linked: LinkedWorkspace, recipient_number: string): Promise<string> {
  const agents = (await linked.app(appRoutes.listAgentRecords, {})).data;
  const agent_id = agents.find(({ status }) => status === 'active')?.agent_id ?? '';
  const json = { agent_id, recipient_number, metadata: { first_name: 'Mei' } };
  return (await linked.v1(v1Routes.placeCall, { json })).call_id;
}

test('a call that a member places is shown to the others with its number, name and date, and counted', async () => {
  const call_id = await place(ada, '+4930123456');
  const placed = (await list(ada))[0];
  await team.settle(ada, bob);
  const [seen] = await list(bob);
  expect(seen).toMatchObject({ recipient_number: '+4930123456', recipient_name: 'Mei', simulated: true });
  expect(Math.abs(Date.parse(seen?.created_at ?? '') - Date.parse(placed?.created_at ?? ''))).toBeLessThan(60_000);
  expect(await countPlaced(bob), 'with the remote’s earlier call').toBe(2);

  const isEnded = async () => (await list(team.remote))[0]?.ended_at !== null;
  await expect.poll(isEnded, { timeout: 60_000, interval: 500 }).toBe(true);
  await team.settle(ada, bob);
  const [atRemote, atAda, atBob] = [(await list(team.remote))[0], (await list(ada))[0], (await list(bob))[0]];
  const { status, reason, duration_seconds, disposition, answered_at, ended_at } = atRemote ?? {};
  const result = { status, reason, duration_seconds, disposition, answered_at };
  expect(atBob).toMatchObject({ ...result, ended_at, created_at: atRemote?.created_at });
  expect(atAda).toMatchObject({ ...result, call_id, created_at: placed?.created_at, recipient_name: 'Mei' });
  expect(await countPlaced(ada)).toBe(2);
  const found = await bob.app(appRoutes.listCallRecords, { query: { text: 'Mei' } });
  expect(found.data).toMatchObject([{ call_id: atBob?.call_id }]);
});

test('a call whose response is lost is shown once, with what the member entered', async () => {
  team.network.setLoss(({ url }) => (url?.endsWith('/calls/outbound') ? 'response' : null));
  const call_id = await place(ada, '+4930123456');
  await ada.sync();
  team.network.setLoss(() => null);
  await ada.waitForStatus(({ waiting, needs_you }) => waiting === 0 && needs_you === 1);
  await ada.sync();
  const [item] = (await ada.app(appRoutes.listOutboxItems, {})).data;
  await ada.app(appRoutes.checkOutboxItem, { params: { item_id: item?.item_id ?? '' } });
  await team.settle(ada, bob);
  const calls = await list(ada);
  expect(calls).toHaveLength(2);
  expect(calls.find((call) => call.call_id === call_id)).toMatchObject({
    recipient_number: '+4930123456',
    pending: null,
  });
  expect(await list(bob)).toHaveLength(2);
});

test('the remote’s practice calls are not counted', async () => {
  const [agent] = (await team.remote.app(appRoutes.listAgentRecords, {})).data;
  const call_id = await team.remote.placeSimulatedCall({ mode: 'practice', agent_id: agent?.agent_id ?? '' });
  await team.settle(bob);
  expect((await list(bob))[0]).toMatchObject({ created_at: null, practice: false });
  await team.remote.v1(v1Routes.cancelCall, { params: { call_id } });
  await team.settle(bob);
  const [seen] = await list(bob);
  expect(seen).toMatchObject({ practice: true, remote: { id: call_id } });
  expect(seen?.created_at).not.toBeNull();
  expect(await countPlaced(bob)).toBe(1);
});
