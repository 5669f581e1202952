import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { explainRoles, roles } from '../../shared/contract/roles.ts';
import { fillPath, type Route } from '../../shared/contract/route.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';

let started: StartedService;
beforeAll(async () => {
  started = await startServiceWithWorkspace();
});
afterAll(() => started.stop());

const unknownIds = new Proxy<Record<string, string>>({}, { get: () => 'x_0' });

const operations = [
  ...Object.values<Route>(v1Routes).map((route) => ({ route, tree: routeTreePaths.v1 })),
  ...Object.values<Route>(appRoutes).map((route) => ({ route, tree: routeTreePaths.app })),
];

test.each(roles)('the window as %s is rejected by every operation that requires another role', async (role) => {
  const forbidden = operations.filter(({ route }) => route.roles !== 'public' && !route.roles.includes(role));
  if (role === 'viewer') expect(forbidden.length).toBeGreaterThan(10);
  await started.app(appRoutes.changeRole, { json: { role } });
  for (const { route, tree } of forbidden) {
    const path = tree + fillPath(route.path, unknownIds);
    const answer = await started.send(path, { method: route.method.toUpperCase() }, 'window');
    expect(await answer.json(), route.id).toMatchObject({
      code: 'forbidden',
      detail: route.roles === 'public' ? '' : explainRoles(route.roles),
    });
  }
});

test('each workspace keeps its own role until the application quits', async () => {
  const { app } = started;
  await app(appRoutes.changeRole, { json: { role: 'viewer' } });
  const { workspace } = await app(appRoutes.getSession, {});
  await app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Another', industry: '', email: '' } });
  expect((await app(appRoutes.getSession, {})).role).toBe('admin');
  await app(appRoutes.openWorkspace, { params: { workspace_id: workspace?.workspace_id ?? '' } });
  expect((await app(appRoutes.getSession, {})).role).toBe('viewer');
});

test('the creator of a workspace uses the window, which then names the member instead of itself', async () => {
  const { app, v1 } = started;
  const email = 'ada@example.com';
  await app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Named', industry: '', email } });
  const { member, asks_for_member, role, org_id } = await app(appRoutes.getSession, {});
  expect({ member, asks_for_member, role }).toEqual({
    member: { user_id: expect.any(String), email, role: 'admin' },
    asks_for_member: false,
    role: 'admin',
  });
  const params = { org_id: org_id ?? '' };
  const mei = await v1(v1Routes.inviteMember, { params, json: { email: 'mei@example.com', role: 'manager' } });
  const [entry] = (await v1(v1Routes.listActivity, {})).data;
  expect(entry).toMatchObject({ actor_id: member?.user_id, actor_name: email, actor_hint: null });
  const choose = (user_id: string | null) => app(appRoutes.chooseWindowMember, { json: { user_id } });
  await expect(choose(mei.user_id), 'she has not accepted').rejects.toMatchObject({ code: 'member_not_found' });
  await v1(v1Routes.acceptInvitation, {
    json: { email: mei.email },
    headers: { Authorization: `Bearer ${mei.secret}` },
  });
  expect(await choose(mei.user_id)).toMatchObject({ role: 'manager', highest_role: 'admin' });
  for (const chosen of roles) {
    const { role: shown } = await app(appRoutes.changeRole, { json: { role: chosen } });
    expect(shown, 'viewing as a role never grants more').toBe(chosen === 'viewer' ? 'viewer' : 'manager');
  }
  const update = v1(v1Routes.updateMember, { params: { ...params, user_id: mei.user_id }, json: { role: 'admin' } });
  await expect(update).rejects.toMatchObject({ code: 'forbidden' });
  const remove = app(appRoutes.renameWorkspace, { params: { workspace_id: 'wsp_0' }, json: { name: 'x' } });
  await expect(remove, 'nor for operations of this computer').rejects.toMatchObject({ code: 'forbidden' });
  await app(appRoutes.changeRole, { json: { role: 'admin' } });
  await choose(member?.user_id ?? '');
  await v1(v1Routes.removeMember, { params: { ...params, user_id: mei.user_id } });
  expect((await app(appRoutes.listWindowMembers, {})).data).toEqual([member]);
});

test('a window whose member was suspended is a Viewer until another member is chosen', async () => {
  const { app, v1 } = started;
  const json = { kind: 'local', name: 'Suspended', industry: '', email: '' } as const;
  await app(appRoutes.createWorkspace, { json });
  const readSession = async () => {
    const { member, asks_for_member, role } = await app(appRoutes.getSession, {});
    return { member: member?.email, asks_for_member, role };
  };
  expect(await readSession()).toEqual({ member: undefined, asks_for_member: false, role: 'admin' });
  const ada = await app(appRoutes.addWindowMember, { json: { email: 'ada@example.com' } });
  await app(appRoutes.chooseWindowMember, { json: { user_id: null } });
  expect(await readSession()).toEqual({ member: undefined, asks_for_member: false, role: 'admin' });
  const mo = await app(appRoutes.addWindowMember, { json: { email: 'mo@example.com' } });
  expect(await readSession()).toEqual({ member: mo.email, asks_for_member: false, role: 'admin' });
  const { org_id } = await app(appRoutes.getSession, {});
  const invited = { email: 'mei@example.com', role: 'viewer' } as const;
  await v1(v1Routes.inviteMember, { params: { org_id: org_id ?? '' }, json: invited });
  await expect(app(appRoutes.addWindowMember, { json: { email: 'MEI@example.com' } })).rejects.toMatchObject({
    code: 'member_exists',
    message: 'mei@example.com is already invited. Renew the invitation instead.',
  });
  const params = { org_id: org_id ?? '', user_id: mo.user_id };
  await v1(v1Routes.updateMember, { params, json: { status: 'suspended' } });
  expect(await readSession()).toEqual({ member: undefined, asks_for_member: true, role: 'viewer' });
  await app(appRoutes.chooseWindowMember, { json: { user_id: ada.user_id } });
  expect(await readSession()).toEqual({ member: ada.email, asks_for_member: false, role: 'admin' });
});
