import type * as z from 'zod';
import {
  bearerHeader,
  type ConnectionSettings,
  type LinkPreview,
  type UnlinkResult,
} from '../../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Database } from '../../platform/db/database.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { checkConnection } from './check-connection.ts';
import { checkSettings, type LinkChoice, type WorkspaceConnection } from './workspace-connection.ts';

type ConnectionServices = {
  /** Null unless the workspace is linked. */
  readonly connection: WorkspaceConnection | null;
};

type ConnectionChanges = z.output<typeof appRoutes.updateConnection.json>;

/** The parts of the routes that need more than the open workspace. */
export type Workspaces = {
  /** Throws Problem `already_linked` if a workspace other than the open one is linked to the same organization. */
  readonly requireNotLinked: (settings: ConnectionSettings) => void;
  /** Throws Problem `already_linked` if a workspace is linked to this organization. */
  readonly requireNoneLinked: (address: Pick<ConnectionSettings, 'base_url' | 'org_id'>) => void;
  /** Returns what the open workspace can send to a remote. Throws Problem `not_linkable`. */
  readonly previewLink: (db: Database, orgId: string) => LinkPreview;
  /** Links the open workspace, and returns the number of changes that are sent. */
  readonly link: (choice: LinkChoice) => Promise<number>;
  /** Makes the open workspace a local one. */
  readonly unlink: () => Promise<UnlinkResult>;
};

export function addConnectionRoutes({ app: tree }: RouteTrees<ConnectionServices>, workspaces: Workspaces): void {
  bindRoute(tree, appRoutes.getConnection, async ({ services }) => ({
    body: { connection: (await services.connection?.describe()) ?? null },
  }));

  bindRoute(tree, appRoutes.updateConnection, async ({ services, json, commit, setAuditSubject }) => {
    const connection = requireConnection(services);
    const { settings: current } = connection;
    const settings = checkSettings(changeSettings(current, json), '/base_url');
    if (settings.base_url !== current.base_url) workspaces.requireNotLinked(settings);
    setAuditSubject({ id: settings.org_id, label: new URL(settings.base_url).host });
    return connection.update(settings, json.api_key, (store, body) =>
      commit(() => {
        store();
        return { body };
      }),
    );
  });

  bindRoute(tree, appRoutes.checkNewConnection, async ({ json, request, context: { now, findProxies } }) => {
    const { api_key, ...settings } = json;
    return { body: await checkConnection(settings, api_key, { signal: request.signal, now, findProxies }) };
  });

  bindRoute(tree, appRoutes.acceptRemoteInvitation, async ({ json, request, context: { now, findProxies } }) => {
    const { email, secret, ...address } = json;
    const settings = checkSettings({ ...address, key_header: bearerHeader }, '/base_url');
    workspaces.requireNoneLinked(settings);
    const options = { signal: request.signal, now, findProxies };
    return { body: await acceptInvitation(settings, { email, secret }, options) };
  });

  bindRoute(tree, appRoutes.checkConnection, async ({ services, request }) => ({
    body: await requireConnection(services).check(request.signal),
  }));

  bindRoute(tree, appRoutes.previewLink, ({ db, orgId }) => ({ body: workspaces.previewLink(db, orgId) }));

  bindRoute(tree, appRoutes.linkWorkspace, async ({ json, principal, setAuditSubject }) => {
    const { api_key, ...entered } = json.connection;
    const settings = checkSettings(entered, '/connection/base_url');
    workspaces.requireNotLinked(settings);
    setAuditSubject({ id: settings.org_id, label: new URL(settings.base_url).host });
    const { document_ids, request_ids } = json;
    const choice = { settings, apiKey: api_key, documentIds: document_ids, requestIds: request_ids };
    return { body: { queued: await workspaces.link({ ...choice, placedBy: principal.keyId }) } };
  });

  bindRoute(tree, appRoutes.unlinkWorkspace, async ({ services, setAuditSubject }) => {
    const { settings } = requireConnection(services);
    setAuditSubject({ id: settings.org_id, label: new URL(settings.base_url).host });
    return { body: await workspaces.unlink() };
  });
}

/** A permission that the user gave for one host does not apply to another host. */
function changeSettings(current: ConnectionSettings, changes: ConnectionChanges): ConnectionSettings {
  const base_url = changes.base_url ?? current.base_url;
  const isSameHost = URL.parse(base_url)?.host === URL.parse(current.base_url)?.host;
  const allowed = isSameHost ? current : { allow_http: false, certificate_sha256: null };
  return {
    org_id: current.org_id,
    base_url,
    key_header: changes.key_header ?? current.key_header,
    allow_http: changes.allow_http ?? allowed.allow_http,
    certificate_sha256:
      changes.certificate_sha256 === undefined ? allowed.certificate_sha256 : changes.certificate_sha256,
  };
}

function requireConnection({ connection }: ConnectionServices): WorkspaceConnection {
  if (!connection) throw new Problem('not_linked', 'This workspace is not linked to a remote.');
  return connection;
}
