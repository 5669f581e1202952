import { appRoutes } from '../../../shared/contract.ts';
import { roleNames } from '../../../shared/roles.ts';
import { bindRoute, type RouteTree } from '../platform/http/route-tree.ts';
import type { WorkspaceManager } from './workspace-manager.ts';

export function addWorkspaceRoutes(tree: RouteTree, workspaces: WorkspaceManager): void {
  const describeSession = () => {
    const { current, windowRole } = workspaces;
    return {
      version: tree.context.version,
      workspace: current ? workspaces.describe(current.id) : null,
      org_id: current?.orgId ?? null,
      role: windowRole,
    };
  };

  bindRoute(tree, appRoutes.getSession, () => ({ body: describeSession() }));

  bindRoute(tree, appRoutes.changeRole, ({ json: { role }, setAuditSubject }) => {
    const { id } = workspaces.requireCurrent();
    setAuditSubject({ id, label: roleNames[role] });
    workspaces.changeWindowRole(id, role);
    return { body: describeSession() };
  });

  bindRoute(tree, appRoutes.listWorkspaces, () => ({
    body: { data: [...workspaces.list()], current_id: workspaces.current?.id ?? null },
  }));

  bindRoute(tree, appRoutes.createWorkspace, async ({ json }) => ({ body: await workspaces.create(json) }));

  bindRoute(tree, appRoutes.openWorkspace, async ({ params }) => ({
    body: await workspaces.open(params.workspace_id),
  }));

  bindRoute(
    tree,
    appRoutes.renameWorkspace,
    async ({ params, json }) => ({ body: await workspaces.rename(params.workspace_id, json.name) }),
    ({ params }) => workspaces.requireWorkspace(params.workspace_id),
  );

  bindRoute(tree, appRoutes.deleteWorkspace, async ({ params }) => {
    await workspaces.remove(params.workspace_id);
    return { body: { current_id: workspaces.current?.id ?? null } };
  });

  bindRoute(tree, appRoutes.measureStorage, async () => ({ body: await workspaces.measureStorage() }));
}
