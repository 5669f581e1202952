import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { appRoutes, findRouteTree, v1Routes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import { addAgentRequestRoutes } from './features/agent-requests/routes.ts';
import { addAgentRequestAppRoutes } from './features/agent-requests/window-routes.ts';
import { createAuditLog } from './features/activity/audit-log.ts';
import { addActivityRoutes, addActivityAppRoutes } from './features/activity/routes.ts';
import { addAgentRoutes, addAgentAppRoutes } from './features/agents/routes.ts';
import { addInvoicePdfRoute } from './features/billing/invoice-pdf-route.ts';
import { addBillingRoutes } from './features/billing/routes.ts';
import { addBillingAppRoutes } from './features/billing/window-routes.ts';
import { addNoteRoutes } from './features/calls/note-routes.ts';
import { addRecordingRoute } from './features/recordings/routes.ts';
import { addSimulationRoutes } from './features/simulation/routes.ts';
import { addCallRoutes } from './features/calls/routes.ts';
import { createRecorder } from './features/speech/recorder.ts';
import { addCallAppRoutes } from './features/calls/window-routes.ts';
import type { Context } from './platform/context.ts';
import { EventHub } from './platform/events/event-hub.ts';
import { addEventRoutes } from './platform/events/routes.ts';
import { createRequestGuard } from './workspaces/request-guard.ts';
import { addOpenApiRoute } from './platform/http/openapi.ts';
import { createRouteTree, type Caller } from './platform/http/route-tree.ts';
import { addApiKeyRoutes } from './features/api-keys/routes.ts';
import { createEmbedder } from './features/knowledge/embedding/embedder.ts';
import { addKnowledgeRoutes, addKnowledgeAppRoutes } from './features/knowledge/routes.ts';
import { startLocalApiServer, type StartLocalApiServer } from './features/local-api/start-local-api-server.ts';
import { LocalApi } from './features/local-api/local-api.ts';
import { addLocalApiRoutes } from './features/local-api/routes.ts';
import { addOrganizationRoutes } from './features/organizations/routes.ts';
import { addOverviewRoutes } from './features/overview/routes.ts';
import { openServeWorkspace, type ServeCredentials } from './workspaces/open-serve-workspace.ts';
import { addSavedItemRoutes } from './features/saved-items/routes.ts';
import { addSettingsRoutes } from './features/settings/routes.ts';
import { WorkspaceManager } from './workspaces/workspace-manager.ts';
import { addWorkspaceRoutes } from './workspaces/routes.ts';

export type { Caller } from './platform/http/route-tree.ts';
export type { SettingsStore } from './platform/settings/settings-store.ts';

export type Service = {
  /** Answers `/v1` to whoever has a key and to the window, `/app` to the window only, files to whoever has their address. Never rejects. */
  readonly fetch: (request: Request, caller: Caller) => Response | Promise<Response>;
  /** Opens or makes the one workspace that `serve` offers, and gives what its first line tells. */
  readonly openServeWorkspace: (options: { readonly demo: boolean }) => Promise<ServeCredentials>;
  /** Stops all work at a point from which it can be taken up again, and closes the database. */
  readonly close: () => Promise<void>;
};

export type ServiceOptions = Pick<Context, 'dataDir' | 'modelDir' | 'version' | 'settings'> &
  Partial<Context> & {
    /** Opens a port for other programs of this machine. */
    readonly startLocalApiServer?: StartLocalApiServer;
  };

/** The whole program without a window: one `Request → Response`, over the workspaces of a data folder. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const context: Context = {
    log: { error: (details, message) => console.error(message, details) },
    now: Date.now,
    newId: generateId,
    randomBytes,
    rateLimitPerMinute: limits.requestsPerMinute,
    ...options,
  };
  mkdirSync(context.dataDir, { recursive: true });
  const closing = new AbortController();
  const hub = new EventHub(context.newId('run'));
  const embedder = createEmbedder({ modelDir: context.modelDir });
  const recorder = createRecorder();
  const house = new WorkspaceManager({ context, hub, embedder, recorder });

  const journal = createAuditLog(house);
  const gate = createRequestGuard(context, house);
  const v1 = createRouteTree('v1', context, gate, journal);
  addOrganizationRoutes(v1);
  addKnowledgeRoutes(v1);
  addAgentRoutes(v1);
  addAgentRequestRoutes(v1);
  addCallRoutes(v1);
  addBillingRoutes(v1);
  addApiKeyRoutes(v1);
  addActivityRoutes(v1);
  addEventRoutes(v1, v1Routes.streamEvents, hub, closing.signal);
  addOpenApiRoute(v1);

  const access = new LocalApi({
    settings: context.settings,
    startServer: options.startLocalApiServer ?? startLocalApiServer,
    fetch: (request) => answer(request, 'api'),
    onError: (error) => context.log.error({ err: error }, 'request failed in the listener for other programs'),
    onChange: () => hub.publish({ type: 'local_api.changed' }, null),
  });
  const app = createRouteTree('app', context, gate, journal);
  addWorkspaceRoutes(app, house, context);
  addOverviewRoutes(app);
  addKnowledgeAppRoutes(app);
  addAgentAppRoutes(app);
  addAgentRequestAppRoutes(app);
  addCallAppRoutes(app);
  addSimulationRoutes(app);
  addBillingAppRoutes(app);
  addNoteRoutes(app);
  addSavedItemRoutes(app);
  addActivityAppRoutes(app);
  addLocalApiRoutes(app, access);
  addSettingsRoutes(app, context);
  addEventRoutes(app, appRoutes.streamAppEvents, hub, closing.signal);

  const files = createRouteTree('files', context, gate, journal);
  addRecordingRoute(files, () => house.current);
  addInvoicePdfRoute(files, () => house.current);

  const trees = { v1, app, files };
  const answer: Service['fetch'] = (request, caller) =>
    trees[findRequestTree(request, caller)].hono.fetch(request, { caller });
  await house.openLast();
  await access.resume();
  return {
    fetch: answer,
    openServeWorkspace: ({ demo }) => openServeWorkspace(house, context, demo),
    close: async () => {
      closing.abort();
      await access.close();
      await house.close();
      await Promise.all([embedder.close(), recorder.close()]);
    },
  };
}

/** 24 digits of a random UUID, without its dashes and its version. */
function generateId(prefix: string): string {
  const uuid = randomUUID();
  return `${prefix}_${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(24)}`;
}

/** `/app` is the window's alone. Without parsing the whole address: this stands before every request. */
function findRequestTree({ url }: Request, caller: Caller): ReturnType<typeof findRouteTree> {
  const tree = findRouteTree(url.slice(url.indexOf('/', url.indexOf('://') + 3)));
  return tree === 'app' && caller !== 'window' ? 'v1' : tree;
}
