import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { ServiceEvent } from '../../shared/contract/events.ts';
import { limits } from '../../shared/contract/limits.ts';
import { createAuditLog } from './features/activity/create-audit-log.ts';
import { addActivityRoutes } from './features/activity/routes.ts';
import { addAgentRequestRoutes } from './features/agent-requests/routes.ts';
import { addAgentRoutes } from './features/agents/routes.ts';
import { addApiKeyRoutes } from './features/api-keys/routes.ts';
import { addBillingRoutes } from './features/billing/routes.ts';
import { addConnectionRoutes } from './features/connection/routes.ts';
import { addDoNotCallRoutes } from './features/do-not-call/routes.ts';
import { addCallRoutes } from './features/calls/routes.ts';
import { createEmbedder, type Embedder } from './features/knowledge/embedding/embedder.ts';
import { createParser } from './features/knowledge/parsing/parser.ts';
import { addInsightRoutes } from './features/insights/routes.ts';
import { addKeychainRoutes } from './features/keychain/routes.ts';
import { addLanguageModelRoutes } from './features/language-model/routes.ts';
import { addKnowledgeRoutes } from './features/knowledge/routes.ts';
import { LocalApi } from './features/local-api/local-api.ts';
import { addLocalApiRoutes } from './features/local-api/routes.ts';
import type { StartLocalApiServer } from './features/local-api/start-local-api-server.ts';
import { addOrganizationRoutes } from './features/organizations/routes.ts';
import { addOutboxRoutes } from './features/outbox/routes.ts';
import { addOverviewRoutes } from './features/overview/routes.ts';
import { addRecordingRoutes } from './features/recordings/routes.ts';
import { addSharedWorkRoutes } from './features/shared-work/routes.ts';
import { addSavedItemRoutes } from './features/saved-items/routes.ts';
import { addSettingsRoutes } from './features/settings/routes.ts';
import { addSpeechServerRoutes } from './features/speech-server/routes.ts';
import { addSimulationRoutes } from './features/simulation/routes.ts';
import { createVoiceActivity } from './features/speech/listening/voice-activity.ts';
import { createRecorder, type Recorder } from './features/speech/recorder.ts';
import { addSyncRoutes } from './features/sync/routes.ts';
import { refuseWhileLocked, addWindowLockRoutes } from './features/window-lock/routes.ts';
import { windowLockWork } from './features/window-lock/passphrase-verifier.ts';
import { WindowLock } from './features/window-lock/window-lock.ts';
import { generateId, type Context } from './platform/context.ts';
import { createFileDatabases } from './platform/db/workspace-databases.ts';
import { EventHub } from './platform/events/event-hub.ts';
import { addEventRoutes } from './platform/events/routes.ts';
import { addOpenApiRoute } from './platform/http/openapi.ts';
import { RateLimiter } from './platform/http/rate-limiter.ts';
import { createRouteTree, type Caller } from './platform/http/route-tree.ts';
import { Keychain } from './platform/keychain/keychain.ts';
import { findNoProxy } from './platform/network/find-proxies.ts';
import { forkProcess, type StartProcess } from './platform/processes/start-process.ts';
import { findRouteTree } from './platform/http/service-paths.ts';
import { endSignedUrls } from './platform/http/url-signer.ts';
import { backupWorkFactor } from './workspaces/backups/encryption.ts';
import { Backups } from './workspaces/backups/backups.ts';
import { addBackupRoutes } from './workspaces/backups/routes.ts';
import { migrations } from './workspaces/migrations.ts';
import { OpenParts } from './workspaces/open-parts.ts';
import { openServeWorkspace, type ServeCredentials } from './workspaces/open-serve-workspace.ts';
import { previewLink } from './workspaces/convert-workspace.ts';
import { createRequestGuard, createSignedUrlGuard } from './workspaces/request-guard.ts';
import { measureRunningWork, type RunningWork } from './workspaces/running-work.ts';
import { addWorkspaceRoutes } from './workspaces/routes.ts';
import { WorkspaceManager } from './workspaces/workspace-manager.ts';

export type { Caller } from './platform/http/route-tree.ts';
export type { SettingsStore } from './platform/settings/settings-store.ts';

export type Service = {
  /** Serves `/v1` to the window and to API keys, `/app` to the window, and files to signed URLs. Never rejects. */
  readonly fetch: (request: Request, caller: Caller) => Response | Promise<Response>;
  /** Opens or creates the workspace that `serve` offers, and returns its credentials. */
  readonly openServeWorkspace: (options: {
    readonly demo: boolean;
    readonly name?: string;
  }) => Promise<ServeCredentials>;
  /** Returns the work of the open workspace that continues without the window. */
  readonly getRunningWork: () => RunningWork;
  /** Calls the listener with every event. Returns a function that unsubscribes it. */
  readonly onEvent: (listener: (event: ServiceEvent) => void) => () => void;
  /** Starts the work that became due while the computer slept, which delays timers, and makes windows refetch everything. */
  readonly resume: () => void;
  readonly windowLock: Pick<WindowLock, 'isLocked' | 'getStatus' | 'lockBySystem' | 'unlockBySystem'>;
  /** Stops all work and closes the database. Documents resume at the next start; live calls fail. */
  readonly close: () => Promise<void>;
};

export type ServiceOptions = Pick<Context, 'dataDir' | 'modelDir' | 'version' | 'settings'> &
  Partial<Context> & {
    /** Opens the port of the local API. */
    readonly startLocalApiServer?: StartLocalApiServer;
    /** Starts the processes that parse documents; Node's by default. */
    readonly startProcess?: StartProcess;
    /** The built-in search model, if several services share it. The service does not close it. */
    readonly embedder?: Embedder;
    /** Records calls, if several services share it. The service does not close it. */
    readonly recorder?: Recorder;
    /** Calls the listener when the network of the computer changes. Returns a function that stops it. */
    readonly watchNetwork?: (onChange: () => void) => () => void;
    /** Returns how long the computer has had no input. Without it, the window reports its input itself. */
    readonly measureIdleMs?: (() => number) | undefined;
  };

/** Creates the application without a window: one `Request → Response` over the workspaces of a data folder. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const context: Context = {
    migrations,
    databases: createFileDatabases(options.migrations ?? migrations),
    log: { error: (details, message) => console.error(message, details) },
    readLog: () => '',
    now: Date.now,
    newId: generateId,
    randomBytes,
    passphraseWork: { windowLock: windowLockWork, backup: backupWorkFactor },
    rateLimitPerMinute: limits.requestsPerMinute,
    keychain: new Keychain(() => Promise.reject(new Error('No keychain was given'))),
    findProxies: findNoProxy,
    ...options,
  };
  mkdirSync(context.dataDir, { recursive: true });

  // All state of the process is created here; the state of a workspace is created in open-workspace.ts.
  const parts = new OpenParts();
  const hub = new EventHub(context.newId('run'));
  const rateLimiter = new RateLimiter(context.rateLimitPerMinute);
  const embedder = options.embedder ?? parts.add(createEmbedder({ modelDir: context.modelDir }));
  const { startProcess = forkProcess } = options;
  const parser = parts.add(createParser({ startProcess }));
  const recorder = options.recorder ?? parts.add(createRecorder());
  const voiceActivity = parts.add(createVoiceActivity());
  const backups = parts.add(new Backups({ context, hub }));
  const workspaces = parts.add(
    new WorkspaceManager({ context, hub, embedder, parser, startProcess, recorder, voiceActivity, backups }),
  );
  const localApi = parts.add(
    new LocalApi({
      settings: context.settings,
      startServer: options.startLocalApiServer,
      fetch: (request) => serviceFetch(request, 'api'),
      onError: (error) => context.log.error({ err: error }, 'local API request failed'),
      onChange: () => hub.publish({ type: 'local_api.changed' }, null),
    }),
  );

  const auditLog = createAuditLog(workspaces);
  const windowLock = parts.add(
    new WindowLock({
      context,
      measureIdleMs: options.measureIdleMs,
      onLock: () => {
        endUrlsAtLock(context);
        hub.publish({ type: 'window.locked' }, null);
      },
      onActivity: (operation, label) => {
        const { current, windowPrincipal: principal } = workspaces;
        const entry = {
          principal,
          operation,
          subject: { id: null, label },
          outcome: 200,
          requestId: context.newId('req'),
        };
        try {
          auditLog.writeOutcome(current, entry);
        } catch (error) {
          context.log.error({ err: error, operation }, 'could not record a change of the window lock');
        }
      },
    }),
  );
  const guardOptions = { context, rateLimiter, workspaces };
  const guard = refuseWhileLocked(windowLock, createRequestGuard(guardOptions));
  const closing = new AbortController();
  parts.add({ close: () => closing.abort() });
  const streamOptions = {
    closing: closing.signal,
    getWindowClosing: () => windowLock.closing,
    getWindowUser: () => workspaces.windowPrincipal,
  };

  const fileGuard = refuseWhileLocked(windowLock, createSignedUrlGuard(guardOptions));
  const trees = {
    v1: createRouteTree('v1', context, guard, auditLog),
    app: createRouteTree('app', context, guard, auditLog),
    files: createRouteTree('files', context, fileGuard, auditLog),
  };
  const findWorkspace = () => workspaces.current;
  addActivityRoutes(trees);
  addAgentRequestRoutes(trees);
  addAgentRoutes(trees);
  addApiKeyRoutes(trees);
  addBillingRoutes(trees, findWorkspace);
  addCallRoutes(trees);
  addConnectionRoutes(trees, {
    requireNotLinked: (settings) => workspaces.requireNotLinked(settings),
    requireNoneLinked: (address) => workspaces.requireNoneLinked(address),
    previewLink,
    link: (choice) => workspaces.link(choice),
    unlink: () => workspaces.unlink(),
  });
  addDoNotCallRoutes(trees);
  addInsightRoutes(trees);
  addKeychainRoutes(trees);
  addKnowledgeRoutes(trees);
  addLanguageModelRoutes(trees);
  addLocalApiRoutes(trees, localApi);
  addOrganizationRoutes(trees);
  addOutboxRoutes(trees);
  addOverviewRoutes(trees);
  addRecordingRoutes(trees, findWorkspace);
  addSavedItemRoutes(trees);
  addSharedWorkRoutes(trees);
  addSettingsRoutes(trees, () => hub.publish({ type: 'settings.changed' }, null));
  addSimulationRoutes(trees);
  addSpeechServerRoutes(trees);
  addSyncRoutes(trees);
  addWindowLockRoutes(trees, windowLock);
  addWorkspaceRoutes(trees, workspaces);
  addBackupRoutes(trees, { backups, workspaces });
  addEventRoutes(trees.v1, v1Routes.streamEvents, hub, streamOptions);
  addEventRoutes(trees.app, appRoutes.streamAppEvents, hub, streamOptions);
  addOpenApiRoute(trees.v1);

  const serviceFetch: Service['fetch'] = (request, caller) =>
    trees[findRequestTree(request, caller)].hono.fetch(request, { caller });

  try {
    await Promise.all([workspaces.openLast(), windowLock.start()]);
    if (windowLock.isLocked) endUrlsAtLock(context);
    await localApi.resume();
    workspaces.openBackground();
    const stopWatching = options.watchNetwork?.(() => workspaces.resume());
    if (stopWatching) parts.add({ close: stopWatching });
  } catch (error) {
    await parts.close().catch((closeError: unknown) => {
      context.log.error({ err: closeError }, 'could not close the service that failed to start');
    });
    throw error;
  }
  return {
    fetch: serviceFetch,
    openServeWorkspace: (settings) => openServeWorkspace(workspaces, settings),
    getRunningWork: () => measureRunningWork(workspaces.current),
    windowLock,
    onEvent: (listener) => hub.subscribe(null, ({ event }) => listener(event)),
    resume: () => {
      workspaces.resume();
      hub.publish({ type: 'reset' }, null);
    },
    close: () => parts.close(),
  };
}

/** Returns the tree of a request; `/app` is for the window only. The URL is not parsed, because every request passes here. */
function findRequestTree({ url }: Request, caller: Caller): ReturnType<typeof findRouteTree> {
  const tree = findRouteTree(url.slice(url.indexOf('/', url.indexOf('://') + 3)));
  return tree === 'app' && caller !== 'window' ? 'v1' : tree;
}

/** The window is locked even if this cannot be stored. */
function endUrlsAtLock(context: Context): void {
  try {
    endSignedUrls(context);
  } catch (error) {
    context.log.error({ err: error }, 'the URLs that were signed before the lock stay valid');
  }
}
