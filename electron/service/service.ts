import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { appRoutes, treeOf, v1Routes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import { addRequestRoutes } from './agent-requests/routes.ts';
import { addRequestWindowRoutes } from './agent-requests/window-routes.ts';
import { Journal } from './activity/journal.ts';
import { addActivityRoutes, addActivityWindowRoutes } from './activity/routes.ts';
import { addAgentRoutes, addAgentWindowRoutes } from './agents/routes.ts';
import { addInvoicePdfRoute } from './billing/invoice-pdf-route.ts';
import { addBillingRoutes } from './billing/routes.ts';
import { addBillingWindowRoutes } from './billing/window-routes.ts';
import { addNoteRoutes } from './calls/note-routes.ts';
import { addRecordingRoute } from './calls/recording-route.ts';
import { addRehearsalRoutes } from './calls/rehearsal-routes.ts';
import { addCallRoutes } from './calls/routes.ts';
import { createRecorder } from './calls/voice/recorder.ts';
import { addCallWindowRoutes } from './calls/window-routes.ts';
import type { Context } from './context.ts';
import { EventHub } from './events/event-hub.ts';
import { addEventRoutes } from './events/routes.ts';
import { createGate } from './http/gate.ts';
import { addOpenApiRoute } from './http/openapi-route.ts';
import { createRouteTree, type Caller } from './http/route-tree.ts';
import { addKeyRoutes } from './keys/routes.ts';
import { createEmbedder } from './knowledge/embedding/embedder.ts';
import { addKnowledgeRoutes, addKnowledgeWindowRoutes } from './knowledge/routes.ts';
import { listenForPrograms, type ListenForPrograms } from './listening/listen-for-programs.ts';
import { ProgramAccess } from './listening/program-access.ts';
import { addListeningRoutes } from './listening/routes.ts';
import { addOrganizationRoutes } from './organizations/routes.ts';
import { addOverviewRoutes } from './overview/routes.ts';
import { prepareServe, type ServeKeys } from './serve/prepare-serve.ts';
import { addSavedRoutes } from './saved/routes.ts';
import { addSettingsRoutes } from './settings/routes.ts';
import { House } from './workspaces/house.ts';
import { addWorkspaceRoutes } from './workspaces/routes.ts';

export type { Caller } from './http/route-tree.ts';
export type { SettingsStore } from './settings/settings-store.ts';

export type Service = {
  /** Answers `/v1` to whoever has a key and to the window, `/app` to the window only, files to whoever has their address. Never rejects. */
  readonly fetch: (request: Request, caller: Caller) => Response | Promise<Response>;
  /** Opens or makes the one workspace that `serve` offers, and gives what its first line tells. */
  readonly prepareServe: (options: { readonly demo: boolean }) => Promise<ServeKeys>;
  /** Stops all work at a point from which it can be taken up again, and closes the database. */
  readonly close: () => Promise<void>;
};

export type ServiceOptions = Pick<Context, 'dataDir' | 'modelDir' | 'version' | 'settings'> &
  Partial<Context> & {
    /** Opens a port for other programs of this machine. */
    readonly listenForPrograms?: ListenForPrograms;
  };

/** The whole program without a window: one `Request → Response`, over the workspaces of a data folder. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const context: Context = {
    log: { error: (details, message) => console.error(message, details) },
    now: Date.now,
    newId,
    randomBytes,
    rateLimitPerMinute: limits.requestsPerMinute,
    ...options,
  };
  mkdirSync(context.dataDir, { recursive: true });
  const closing = new AbortController();
  const hub = new EventHub(context.newId('run'));
  const embedder = createEmbedder({ modelDir: context.modelDir });
  const recorder = createRecorder();
  const house = new House({ context, hub, embedder, recorder });

  const journal = new Journal(house, hub);
  const gate = createGate(context, house);
  const v1 = createRouteTree('v1', context, gate, journal);
  addOrganizationRoutes(v1);
  addKnowledgeRoutes(v1);
  addAgentRoutes(v1);
  addRequestRoutes(v1, hub);
  addCallRoutes(v1);
  addBillingRoutes(v1);
  addKeyRoutes(v1, hub);
  addActivityRoutes(v1, hub);
  addEventRoutes(v1, v1Routes.streamEvents, hub, closing.signal);
  addOpenApiRoute(v1);

  const access = new ProgramAccess({
    settings: context.settings,
    listen: options.listenForPrograms ?? listenForPrograms,
    fetch: (request) => answer(request, 'network'),
    onError: (error) => context.log.error({ err: error }, 'request failed in the listener for other programs'),
    onChange: () => hub.publish({ type: 'listening.changed' }, null),
  });
  const app = createRouteTree('app', context, gate, journal);
  addWorkspaceRoutes(app, house, context);
  addOverviewRoutes(app);
  addKnowledgeWindowRoutes(app);
  addAgentWindowRoutes(app, hub);
  addRequestWindowRoutes(app, hub);
  addCallWindowRoutes(app);
  addRehearsalRoutes(app);
  addBillingWindowRoutes(app, hub);
  addNoteRoutes(app, hub);
  addSavedRoutes(app, hub);
  addActivityWindowRoutes(app);
  addListeningRoutes(app, access);
  addSettingsRoutes(app, context);
  addEventRoutes(app, appRoutes.streamAppEvents, hub, closing.signal);

  const files = createRouteTree('files', context, gate, journal);
  addRecordingRoute(files, () => house.current);
  addInvoicePdfRoute(files, () => house.current);

  const trees = { v1, app, files };
  const answer: Service['fetch'] = (request, caller) =>
    trees[addressed(request, caller)].hono.fetch(request, { caller });
  await house.openLast();
  await access.resume();
  return {
    fetch: answer,
    prepareServe: ({ demo }) => prepareServe(house, context, demo),
    close: async () => {
      closing.abort();
      await access.close();
      await house.close();
      await Promise.all([embedder.close(), recorder.close()]);
    },
  };
}

/** 24 digits of a random UUID, without its dashes and its version. */
function newId(prefix: string): string {
  const uuid = randomUUID();
  return `${prefix}_${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(24)}`;
}

/** `/app` is the window's alone. Without parsing the whole address: this stands before every request. */
function addressed({ url }: Request, caller: Caller): ReturnType<typeof treeOf> {
  const tree = treeOf(url.slice(url.indexOf('/', url.indexOf('://') + 3)));
  return tree === 'app' && caller !== 'window' ? 'v1' : tree;
}
