// Public: other features may import this file.
import type { Capabilities } from '../../../../shared/workspaces/connection.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findRemoteItem } from '../remote/remote-item-queries.ts';
import type { NewOutboxItem, Outbox } from './outbox.ts';

/** The services of a workspace that send members' work to its remote. All are null unless it is linked. */
export type WorkServices = {
  readonly outbox: Outbox | null;
  readonly connection: { readonly capabilities: Capabilities } | null;
};

export type WorkRequest = Pick<RequestContext<Route, WorkServices>, 'db' | 'services' | 'principal' | 'orgId'>;

/** Returns the outbox if the remote has the routes for members' work; null if the work stays on this computer. */
export function findWorkOutbox({ outbox, connection }: WorkServices): Outbox | null {
  return connection?.capabilities.shared_work ? outbox : null;
}

/** Returns whether the remote has an item, or will have it. An item from before the remote could share it stays on this computer. */
export function isSharedItem(
  { db, services }: Pick<WorkRequest, 'db' | 'services'>,
  kind: 'criterion' | 'saved_item',
  localId: string,
): boolean {
  return findRemoteItem(db, kind, localId) !== undefined || services.outbox?.findOpen(localId) !== undefined;
}

/** Queues a change of members' work in the open transaction, if the remote has the routes for it. */
export function queueWork(
  { services, principal, orgId }: Omit<WorkRequest, 'db'>,
  item: Pick<NewOutboxItem, 'kind' | 'subjectId' | 'label' | 'payload'>,
): void {
  findWorkOutbox(services)?.add({ ...item, placedBy: principal.keyId, orgId });
}
