import { appRoutes } from '../../../shared/contract.ts';
import { roleNames } from '../../../shared/roles.ts';
import type { Context } from '../platform/context.ts';
import { bindRoute, type RouteTree } from '../platform/http/route-tree.ts';
import type { WorkspaceManager } from './workspace-manager.ts';

export function addWorkspaceRoutes(tree: RouteTree, house: WorkspaceManager, { version }: Context): void {
  const describeSession = () => {
    const { current, windowRole } = house;
    return {
      version,
      workspace: current ? house.describe(current.id) : null,
      org_id: current?.orgId ?? null,
      role: windowRole,
    };
  };

  bindRoute(tree, appRoutes.getSession, () => ({ body: describeSession() }));

  bindRoute(tree, appRoutes.changeRole, ({ json: { role }, setAuditSubject }) => {
    const { id } = house.requireCurrent();
    setAuditSubject({ id, label: roleNames[role] });
    house.changeWindowRole(id, role);
    return { body: describeSession() };
  });

  bindRoute(tree, appRoutes.listWorkspaces, () => ({
    body: { data: [...house.list()], current_id: house.current?.id ?? null },
  }));

  bindRoute(tree, appRoutes.createWorkspace, async ({ json }) => ({ body: await house.create(json) }));

  bindRoute(tree, appRoutes.openWorkspace, async ({ params }) => ({ body: await house.open(params.workspace_id) }));

  bindRoute(
    tree,
    appRoutes.renameWorkspace,
    async ({ params, json }) => ({ body: await house.rename(params.workspace_id, json.name) }),
    ({ params }) => house.requireWorkspace(params.workspace_id),
  );

  bindRoute(tree, appRoutes.deleteWorkspace, async ({ params }) => {
    await house.remove(params.workspace_id);
    return { body: { current_id: house.current?.id ?? null } };
  });

  bindRoute(tree, appRoutes.measureStorage, async () => ({ body: await house.measureStorage() }));
}
