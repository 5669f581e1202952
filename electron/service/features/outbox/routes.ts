import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { isRemoteId } from '../remote/remote-values.ts';
import type { OutboxRow } from './outbox-queries.ts';
import type { OutboxQueue } from './outbox-queue.ts';

/** Null unless the workspace is linked. */
export type OutboxServices = { readonly outbox: OutboxQueue | null };

export function addOutboxRoutes({ app: tree }: RouteTrees<OutboxServices>): void {
  bindRoute(tree, appRoutes.listOutboxItems, ({ services: { outbox } }) => ({
    body: {
      data: outbox
        ? outbox
            .list()
            .toReversed()
            .map((row) => outbox.describe(row))
        : [],
    },
  }));

  bindRoute(
    tree,
    appRoutes.sendOutboxItem,
    async ({ found: { outbox, row }, commitOnce, setAuditSubject }) => {
      setAuditSubject({ label: row.label });
      const send = await outbox.prepareSend(row.item_id);
      return commitOnce('', () => ({ body: send() }));
    },
    requireItem,
  );

  bindRoute(
    tree,
    appRoutes.cancelOutboxItem,
    ({ found: { outbox, row }, commitOnce, setAuditSubject }) => {
      setAuditSubject({ label: row.label });
      return commitOnce('', () => ({ body: outbox.cancel(row.item_id) }));
    },
    requireItem,
  );

  bindRoute(
    tree,
    appRoutes.checkOutboxItem,
    async ({ found: { outbox, row }, commitOnce, setAuditSubject }) => {
      setAuditSubject({ label: row.label });
      const store = await outbox.prepareCheck(row.item_id);
      return commitOnce('', () => ({ body: store() }));
    },
    requireItem,
  );

  bindRoute(
    tree,
    appRoutes.completeOutboxItem,
    ({ found: { outbox, row }, json, commitOnce, setAuditSubject }) => {
      setAuditSubject({ label: row.label });
      const remoteId = json.remote_id === '' ? null : json.remote_id;
      if (remoteId !== null && !isRemoteId(remoteId))
        throw new Problem('malformed', 'This is not a valid ID.', {
          errors: [{ pointer: '/remote_id', detail: 'Enter the ID without spaces, as the remote shows it.' }],
        });
      return commitOnce(json, () => ({ body: outbox.complete(row.item_id, remoteId) }));
    },
    requireItem,
  );
}

type ItemRequestContext = Pick<RequestContext<Route, OutboxServices>, 'services' | 'orgId'> & {
  readonly params: { readonly item_id: string };
};

/** Returns the item of the path. Throws Problem `outbox_item_not_found`. */
function requireItem({ services: { outbox }, orgId, params: { item_id } }: ItemRequestContext) {
  const row: OutboxRow | undefined = outbox?.find(item_id);
  if (!outbox || row?.org_id !== orgId)
    throw new Problem('outbox_item_not_found', `There is no waiting change with the ID ${JSON.stringify(item_id)}.`);
  return { outbox, row };
}
