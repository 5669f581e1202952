import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startStrictRemote, type StrictRemote } from '../helpers/remote/strict-remote.ts';

let remote: StrictRemote;
let linked: LinkedWorkspace;

beforeEach(async () => {
  remote = await startStrictRemote();
  linked = await startLinkedWorkspace({ ...remote, apiKey: remote.keys.admin });
});
afterEach(async () => {
  await linked.stop();
  await remote.close();
});

const readOrgId = async () => (await linked.app(appRoutes.getSession, {})).org_id ?? '';
const readOrganization = async () => linked.v1(v1Routes.getOrganization, { params: { org_id: await readOrgId() } });
const readMembers = async () =>
  (await linked.v1(v1Routes.listMembers, { params: { org_id: await readOrgId() } })).data.map(
    ({ email, role, status }) => ({ email, role, status }),
  );
const readError = async (part: 'organization' | 'members') =>
  (await linked.sync()).parts.find(({ name }) => name === part)?.error;

const members = [
  { email: 'ada@example.com', role: 'admin', status: 'active' },
  { email: 'mo@example.com', role: 'manager', status: 'pending_invite' },
];

test('the organization and its members are the remote’s, with local IDs', async () => {
  await linked.sync();
  expect(await readOrganization()).toMatchObject({
    id: expect.stringMatching(/^org_[0-9a-f]{24}$/),
    name: 'Harbour Remote',
    industry: 'Logistics',
    created_at: '2026-01-05T09:00:00.000Z',
  });
  expect(await readMembers()).toEqual(members);
});

test('a role and a status that are not known are shown as sent by the remote', async () => {
  remote.state.organization = { ...remote.state.organization, status: 'On trial', created_at: '12000-01-01' };
  remote.state.members = [
    { user_id: 'u1', email: 'ada@example.com', role: 'Owner', status: 'suspended' },
    { user_id: '../u2', email: '<b>mo</b>', role: 'ADMIN', status: 'Pending invite' },
  ];
  await linked.sync();
  expect(await readOrganization()).toMatchObject({ status: 'On trial', name: 'Harbour Remote' });
  expect(await readMembers()).toEqual([
    { email: 'ada@example.com', role: 'Owner', status: 'suspended' },
    { email: '<b>mo</b>', role: 'admin', status: 'pending_invite' },
  ]);
});

test('members are changed and removed as on the remote', async () => {
  await linked.sync();
  const [ada] = remote.state.members;
  remote.state.members = [{ ...ada, role: 'viewer' }];
  await linked.sync();
  expect(await readMembers()).toEqual([{ email: 'ada@example.com', role: 'viewer', status: 'active' }]);
});

test('a member that cannot be read keeps the last state, and the others are refreshed', async () => {
  await linked.sync();
  remote.state.members = [
    { user_id: 'usr_1', email: 7 },
    { user_id: 'usr_3', email: 'new@example.com', role: 'viewer', status: 'active' },
  ];
  expect(await readError('members')).toBe(
    '1 member in the remote’s list could not be read. The remote sent an unusable member: the field “email” is not text.',
  );
  expect(await readMembers()).toEqual([members[0], { email: 'new@example.com', role: 'viewer', status: 'active' }]);
});

test('a member without a usable ID removes nobody', async () => {
  await linked.sync();
  remote.state.members = [{ email: 'ada@example.com', role: 'admin', status: 'active' }];
  await linked.sync();
  expect(await readMembers()).toEqual(members);
});

test('a call stays assigned to a member who is missing from the list for a while', async () => {
  const json = { remote_agent_id: 'a1', recipient_number: '+15550100' };
  const { call_id } = await linked.app(appRoutes.placeRemoteCall, { json });
  await linked.sync();
  const { data } = await linked.v1(v1Routes.listAssignees, {});
  const mo = data.find(({ email }) => email === 'mo@example.com');
  const params = { call_id };
  await linked.v1(v1Routes.updateCallReview, { params, json: { assignee_id: mo?.user_id ?? '' } });
  const readAssignee = async () => (await linked.app(appRoutes.listCallRecords, { query: {} })).data[0]?.assignee;
  const all = remote.state.members;
  remote.state.members = all.slice(0, 1);
  await linked.sync();
  expect(await readAssignee()).toEqual(mo);
  remote.state.members = all;
  await linked.sync();
  expect(await readAssignee()).toEqual(mo);
});

test('a list that is none keeps the members', async () => {
  await linked.sync();
  remote.setFault('listMembers', { change: () => ({ data: 'none' }) });
  expect(await readError('members')).toBe('The remote sent no list of members.');
  expect(await readMembers()).toEqual(members);
});

test('another organization is refused', async () => {
  await linked.sync();
  remote.state.organization = { ...remote.state.organization, id: 'org_theirs', name: 'Theirs' };
  expect(await linked.sync()).toMatchObject({
    state: 'wrong_organization',
    reason: expect.stringMatching(/^The remote sent the organization org_theirs instead of org_remote\./),
  });
  expect(await readOrganization()).toMatchObject({ name: 'Harbour Remote' });
});

test('what the role of the API key may not read is no error, and stays as it is', async () => {
  await linked.sync();
  remote.setFault('listMembers', { status: 403 });
  remote.setFault('getOrganization', { status: 403 });
  const { parts } = await linked.sync();
  expect(parts.find(({ name }) => name === 'members')).toMatchObject({ error: null, is_permitted: false });
  expect(await readMembers()).toEqual(members);
});
