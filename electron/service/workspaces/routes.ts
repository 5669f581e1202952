import { appRoutes } from '../../../shared/contract/contract.ts';
import { roleNames } from '../../../shared/contract/roles.ts';
import type { Member } from '../../../shared/organization/members.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { addMember } from '../features/organizations/add-member.ts';
import { findPerson, listMembers } from '../features/organizations/member-queries.ts';
import type { Database } from '../platform/db/database.ts';
import { bindRoute, type RouteTrees } from '../platform/http/route-tree.ts';
import { collectDiagnostics } from './collect-diagnostics.ts';
import { deleteDamagedCopy, requireDamagedCopy } from './maintenance/damaged-copies.ts';
import { exportWorkspace } from './maintenance/export-workspace.ts';
import type { WorkspaceManager } from './workspace-manager.ts';

export function addWorkspaceRoutes({ app: tree }: RouteTrees, workspaces: WorkspaceManager): void {
  const describeSession = () => {
    const { current, windowUsers } = workspaces;
    const { member, role, highestRole } = windowUsers.find(current);
    return {
      version: tree.context.version,
      workspace: current ? workspaces.describe(current.id) : null,
      org_id: current?.orgId ?? null,
      role,
      highest_role: highestRole,
      member: member && toWindowMember(member),
      asks_for_member: windowUsers.asksForMember(current),
    };
  };

  bindRoute(tree, appRoutes.getSession, () => ({ body: describeSession() }));

  bindRoute(tree, appRoutes.changeRole, ({ json: { role }, setAuditSubject }) => {
    const { id } = workspaces.requireCurrent();
    setAuditSubject({ id, label: roleNames[role] });
    workspaces.changeWindowUser((users) => users.chooseRole(id, role));
    return { body: describeSession() };
  });

  bindRoute(tree, appRoutes.listWindowMembers, ({ db, orgId }) => ({
    body: { data: listActiveMembers(db, orgId).map(toWindowMember) },
  }));

  bindRoute(tree, appRoutes.chooseWindowMember, ({ db, orgId, json: { user_id }, setAuditSubject }) => {
    const { id } = workspaces.requireCurrent();
    const member = listActiveMembers(db, orgId).find((one) => one.user_id === user_id);
    if (user_id !== null && !member)
      throw new Problem('member_not_found', `There is no active member with the ID ${JSON.stringify(user_id)}.`);
    setAuditSubject({ id: user_id, label: member?.email ?? 'nobody' });
    workspaces.changeWindowUser((users) => users.chooseMember(id, user_id));
    return { body: describeSession() };
  });

  bindRoute(tree, appRoutes.addWindowMember, (ctx) => {
    const { db, orgId, json, setAuditSubject } = ctx;
    const { id, kind } = workspaces.requireCurrent();
    if (kind === 'linked')
      throw new Problem('not_available_on_remote', 'The members of this workspace are managed on its remote.');
    const response = ctx.commitOnce(json, () => {
      const member = addMember(ctx, { email: json.email, role: 'admin', status: 'active' });
      ctx.events.publish({ type: 'organization.changed' }, orgId);
      setAuditSubject({ id: member.user_id, label: member.email });
      return { body: toWindowMember(member) };
    });
    const added = findPerson(db, orgId, json.email);
    if (added) workspaces.changeWindowUser((users) => users.chooseMember(id, added.user_id));
    return response;
  });

  bindRoute(tree, appRoutes.listWorkspaces, () => ({
    body: { data: [...workspaces.list()], current_id: workspaces.current?.id ?? null },
  }));

  bindRoute(tree, appRoutes.createWorkspace, async ({ json }) => ({ body: await workspaces.create(json) }));

  bindRoute(tree, appRoutes.prepareDemo, () => {
    if (!workspaces.current) workspaces.demos.prepare(); // nobody waits for it otherwise
    return { body: {} };
  });

  bindRoute(tree, appRoutes.openWorkspace, async ({ params, query }) => ({
    body: await workspaces.open(params.workspace_id, { isReadOnly: query.mode === 'read_only' }),
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

  bindRoute(tree, appRoutes.listSnapshots, ({ params }) => ({
    body: {
      data: workspaces
        .listSnapshots(params.workspace_id)
        .map(({ snapshot_id, created_at, size_bytes, is_activity_intact }) => ({
          snapshot_id,
          created_at,
          size_bytes,
          is_activity_intact,
        })),
    },
  }));

  bindRoute(tree, appRoutes.createSnapshot, async ({ params, setAuditSubject }) => {
    const body = await workspaces.createSnapshot(params.workspace_id);
    setAuditSubject({ id: params.workspace_id, label: workspaces.describe(params.workspace_id).name });
    return { body };
  });

  bindRoute(
    tree,
    appRoutes.restoreSnapshot,
    async ({ params, json }) => {
      const { workspace, keptIn } = await workspaces.restore(params.workspace_id, json.snapshot_id);
      return { body: { ...workspace, kept_in: keptIn } };
    },
    ({ params }) => workspaces.requireWorkspace(params.workspace_id),
  );

  type CopyParams = { readonly workspace_id: string; readonly copy_id: string };
  const findDamagedCopy = ({ params: { workspace_id, copy_id } }: { readonly params: CopyParams }) =>
    requireDamagedCopy(workspaces.getSource(workspace_id).dir, copy_id);

  bindRoute(
    tree,
    appRoutes.deleteDamagedCopy,
    ({ found, params: { workspace_id, copy_id }, setAuditSubject }) => {
      setAuditSubject({ id: workspace_id, label: workspaces.getSource(workspace_id).name });
      deleteDamagedCopy(found);
      return { body: { copy_id } };
    },
    findDamagedCopy,
  );

  bindRoute(tree, appRoutes.exportWorkspace, ({ params, request }) => {
    const source = workspaces.getSource(params.workspace_id);
    return exportWorkspace(request, source, tree.context.migrations);
  });

  bindRoute(tree, appRoutes.getDiagnostics, async () => ({
    body: { text: await collectDiagnostics(tree.context, workspaces) },
  }));

  bindRoute(tree, appRoutes.measureStorage, async () => ({ body: await workspaces.measureStorage() }));
}

function listActiveMembers(db: Database, orgId: string): readonly Member[] {
  return listMembers(db, orgId).filter(({ status }) => status === 'active');
}

function toWindowMember({ user_id, email, role }: Member) {
  return { user_id, email, role };
}
