import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { trees, appRoutes, v1Routes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import type { Context } from './context.ts';
import { EventHub } from './events/event-hub.ts';
import { addEventRoutes } from './events/routes.ts';
import { createGate } from './http/gate.ts';
import { addOpenApiRoute } from './http/openapi-route.ts';
import { createRouteTree, type Caller } from './http/route-tree.ts';
import { createEmbedder } from './knowledge/embedding/embedder.ts';
import { addKnowledgeRoutes, addKnowledgeWindowRoutes } from './knowledge/routes.ts';
import { addOrganizationRoutes } from './organizations/routes.ts';
import { prepareServe, type ServeKeys } from './serve/prepare-serve.ts';
import { addSettingsRoutes } from './settings/routes.ts';
import { House } from './workspaces/house.ts';
import { addWorkspaceRoutes } from './workspaces/routes.ts';

export type { Caller } from './http/route-tree.ts';
export type { SettingsStore } from './settings/settings-store.ts';

export type Service = {
  /** Answers `/v1` to whoever has a key and to the window, `/app` to the window only. Never rejects. */
  readonly fetch: (request: Request, caller: Caller) => Response | Promise<Response>;
  /** Opens or makes the one workspace that `serve` offers, and gives what its first line tells. */
  readonly prepareServe: (options: { readonly demo: boolean }) => Promise<ServeKeys>;
  /** Stops all work at a point from which it can be taken up again, and closes the database. */
  readonly close: () => Promise<void>;
};

export type ServiceOptions = Pick<Context, 'dataDir' | 'modelDir' | 'version' | 'settings'> & Partial<Context>;

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
  const house = new House({ context, hub, embedder });

  const gate = createGate(context, house);
  const v1 = createRouteTree('v1', context, gate);
  addOrganizationRoutes(v1);
  addKnowledgeRoutes(v1);
  addEventRoutes(v1, v1Routes.streamEvents, hub, closing.signal);
  addOpenApiRoute(v1);

  const app = createRouteTree('app', context, gate);
  addWorkspaceRoutes(app, house, context);
  addKnowledgeWindowRoutes(app);
  addSettingsRoutes(app, context);
  addEventRoutes(app, appRoutes.streamAppEvents, hub, closing.signal);

  await house.openLast();
  return {
    fetch: (request, caller) => (isForWindow(request, caller) ? app : v1).hono.fetch(request, { caller }),
    prepareServe: ({ demo }) => prepareServe(house, context, demo),
    close: async () => {
      closing.abort();
      await house.close();
      await embedder.close();
    },
  };
}

/** 24 digits of a random UUID, without its dashes and its version. */
function newId(prefix: string): string {
  const uuid = randomUUID();
  return `${prefix}_${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(24)}`;
}

/** Without parsing the whole address: this stands before every request. */
function isForWindow({ url }: Request, caller: Caller): boolean {
  return caller === 'window' && url.startsWith(`${trees.app}/`, url.indexOf('/', url.indexOf('://') + 3));
}
