import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import type { Sync } from './sync.ts';

/** Null unless the workspace is linked. */
export type SyncServices = { readonly sync: Sync | null };

export function addSyncRoutes({ app: tree }: RouteTrees<SyncServices>): void {
  bindRoute(tree, appRoutes.getSyncStatus, ({ services }) => ({
    body: { status: services.sync?.describeStatus() ?? null },
  }));

  bindRoute(tree, appRoutes.syncNow, ({ services }) => {
    const { sync } = services;
    if (!sync) throw new Problem('not_linked', 'The workspace is not linked to a remote.');
    sync.syncNow();
    return { body: { status: sync.describeStatus() } };
  });
}
