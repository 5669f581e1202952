// Public: other features may import this file.
import type { Capabilities } from '../../../../shared/workspaces/connection.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { NewOutboxItem, Outbox } from './outbox.ts';

/** The services of a workspace by which the work of members is sent to its remote. All are null unless it is linked. */
export type WorkServices = {
  readonly outbox: Outbox | null;
  readonly connection: { readonly capabilities: Capabilities } | null;
};

type WorkContext = {
  readonly services: WorkServices;
  readonly principal: Principal;
  readonly orgId: string;
};

/** Returns the outbox if the remote has the routes of the work of members; null if the work stays on this computer. */
export function findWorkOutbox({ outbox, connection }: WorkServices): Outbox | null {
  return connection?.capabilities.shared_work ? outbox : null;
}

/** Queues a change of the work of members in the open transaction, if the remote has the routes for it. */
export function queueWork(
  { services, principal, orgId }: WorkContext,
  item: Pick<NewOutboxItem, 'kind' | 'subjectId' | 'label' | 'payload'>,
): void {
  findWorkOutbox(services)?.add({ ...item, placedBy: principal.keyId, orgId });
}
