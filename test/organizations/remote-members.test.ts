import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startTeam, type Team } from '../shared-work/team.ts';

let team: Team;
beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team.stop());

const getOrgId = async ({ app }: Pick<LinkedWorkspace, 'app'>) => (await app(appRoutes.getSession, {})).org_id ?? '';
const listMembers = async (one: Pick<LinkedWorkspace, 'app' | 'v1'>) => {
  const { data } = await one.v1(v1Routes.listMembers, { params: { org_id: await getOrgId(one) } });
  return data.map(({ email, role, status }) => [email, role, status]);
};

test('a remote that does not list the routes manages its members itself', async () => {
  const linked = await team.link();
  const params = { org_id: await getOrgId(linked) };
  const invite = linked.v1(v1Routes.inviteMember, { params, json: { email: 'mei@harbour.example', role: 'viewer' } });
  await expect(invite).rejects.toMatchObject({
    code: 'not_available_on_remote',
    message: 'The members of this workspace are managed on its remote.',
  });
  expect(await listMembers(linked)).toEqual([['ada@harbour.example', 'admin', 'active']]);
});

test('members of a remote that lists the routes are invited, changed and removed there', async () => {
  const linked = await team.link({ members: true });
  const org_id = await getOrgId(linked);
  const json = { email: 'mei@harbour.example', role: 'viewer' } as const;
  const headers = { 'Idempotency-Key': 'once' };
  const invited = await linked.v1(v1Routes.inviteMember, { params: { org_id }, json, headers });
  expect(invited).toMatchObject({ ...json, status: 'pending_invite', secret: expect.stringMatching(/^swi_/) });
  const both = async () => [await listMembers(linked), await listMembers(team.remote)];
  const ada = ['ada@harbour.example', 'admin', 'active'];
  const pending = [ada, ['mei@harbour.example', 'viewer', 'pending_invite']];
  expect(await both()).toEqual([pending, pending]);
  await expect(linked.v1(v1Routes.inviteMember, { params: { org_id }, json })).rejects.toMatchObject({
    code: 'member_exists',
  });
  const params = { org_id, user_id: invited.user_id };
  const renewed = await linked.v1(v1Routes.renewInvitation, { params });
  await team.remote.v1(v1Routes.acceptInvitation, {
    json: { email: json.email },
    headers: { Authorization: `Bearer ${renewed.secret}` },
  });
  const changed = await linked.v1(v1Routes.updateMember, { params, json: { role: 'manager' } });
  expect(changed).toEqual({ user_id: invited.user_id, email: json.email, role: 'manager', status: 'active' });
  const members = (await linked.v1(v1Routes.listMembers, { params: { org_id } })).data;
  const adaId = members.find(({ role }) => role === 'admin')?.user_id ?? '';
  const remove = linked.v1(v1Routes.removeMember, { params: { org_id, user_id: adaId } });
  await expect(remove).rejects.toMatchObject({ code: 'last_admin' });
  await linked.v1(v1Routes.removeMember, { params });
  expect(await both()).toEqual([[ada], [ada]]);
  await linked.sync();
  expect(await listMembers(linked)).toEqual([ada]);
});

test('nothing is changed while the remote cannot be reached', async () => {
  const linked = await team.link({ members: true });
  const params = { org_id: await getOrgId(linked) };
  await team.network.close();
  const invite = linked.v1(v1Routes.inviteMember, { params, json: { email: 'joao@harbour.example', role: 'viewer' } });
  await expect(invite).rejects.toMatchObject({ code: 'remote_failed' });
  expect(await listMembers(linked)).toEqual([['ada@harbour.example', 'admin', 'active']]);
});
