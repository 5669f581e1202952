import { basename, join } from 'node:path';
import { Problem } from '../../../shared/contract/problems.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { ChainHeadInKeychain } from '../features/activity/chain-head-copies.ts';
import { ChainHeadKeeper } from '../features/activity/chain-head-keeper.ts';
import { ApiKeys } from '../features/api-keys/api-keys.ts';
import { Billing, getInvoiceIssuer } from '../features/billing/billing.ts';
import type { CallJob } from '../features/calls/call-transport.ts';
import { Calls } from '../features/calls/calls.ts';
import { ScoreTotals } from '../features/calls/scorecard/score-totals.ts';
import { Contradictions } from '../features/insights/contradictions.ts';
import { KnowledgeGaps } from '../features/insights/knowledge-gaps.ts';
import { QuestionThread } from '../features/insights/question-thread.ts';
import type { Embedder } from '../features/knowledge/embedding/embedder.ts';
import { KnowledgeBase } from '../features/knowledge/knowledge-base.ts';
import { LanguageModels } from '../features/language-model/language-models.ts';
import type { Parser } from '../features/knowledge/parsing/parser.ts';
import { RecordingStore } from '../features/recordings/recording-store.ts';
import { PracticeTransport } from '../features/simulation/practice-transport.ts';
import { createSimulatedTransport } from '../features/simulation/simulated-transport.ts';
import { createTurnClassifier } from '../features/simulation/understanding/classify-turns.ts';
import { createSimulationKnowledge, toDocumentFilter } from '../features/simulation/simulation-knowledge.ts';
import { SpeechServers } from '../features/speech-server/speech-servers.ts';
import type { VoiceActivity } from '../features/speech/listening/voice-activity.ts';
import type { Recorder } from '../features/speech/recorder.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/database.ts';
import { hasLatestSchema } from '../platform/db/open-database.ts';
import { databaseFile } from '../platform/db/workspace-databases.ts';
import type { EventHub } from '../platform/events/event-hub.ts';
import { EventPublisher } from '../platform/events/event-publisher.ts';
import { IdempotencyStore } from '../platform/http/idempotency-store.ts';
import type { StartProcess } from '../platform/processes/start-process.ts';
import { InFlightRequests, type WorkspaceScope } from '../platform/http/workspace-scope.ts';
import { isStorageFull, toProblem } from '../platform/http/to-problem.ts';
import { UrlSigner } from '../platform/http/url-signer.ts';
import { WorkspaceBackupSchedule } from './backups/backup-schedule.ts';
import type { Backups } from './backups/backups.ts';
import { createWorkspaceLink, type LinkServices, type WorkspaceLink } from './create-workspace-link.ts';
import { OpenParts } from './open-parts.ts';
import { Maintenance, isWorkspaceIdle } from './maintenance/maintenance.ts';
import { fillSearchIndex } from './fill-search-index.ts';
import { getWorkspaceRow } from './workspace-queries.ts';

/** The parts of an open workspace that features use. Everything that keeps state is listed here. */
export type WorkspaceServices = {
  readonly workspaceKind: Workspace['kind'];
  readonly apiKeys: ApiKeys;
  readonly knowledge: KnowledgeBase;
  readonly languageModels: LanguageModels;
  readonly speechServers: SpeechServers;
  readonly knowledgeGaps: KnowledgeGaps;
  readonly contradictions: Contradictions;
  readonly calls: Calls;
  readonly scoreTotals: ScoreTotals;
  readonly practice: PracticeTransport;
  readonly recorder: Recorder;
  readonly recordings: RecordingStore;
  readonly billing: Billing;
  readonly maintenance: Maintenance;
  readonly backupSchedule: WorkspaceBackupSchedule;
  /** Signs the URLs of recordings and invoices. */
  readonly urlSigner: UrlSigner;
} & { readonly [Name in keyof LinkServices]: LinkServices[Name] | null }; // null unless the workspace is linked

const noLinkServices = {
  connection: null,
  remote: null,
  outbox: null,
  sync: null,
  remoteCalls: null,
  remoteBilling: null,
} as const satisfies Record<keyof LinkServices, null>;

/** A workspace whose database is open and whose background work is running, unless it is open read-only. */
export type OpenWorkspace = WorkspaceScope<WorkspaceServices> & {
  readonly kind: Workspace['kind'];
  /** Starts to sync, if it is linked. Call it once the workspace is among the open ones. */
  readonly start: () => void;
  /** Starts scheduled work that is due, without waiting for its timers. Does nothing if it is open read-only. */
  readonly resume: () => void;
  /** Waits for running requests, stops background work and closes the database. Documents resume later; live calls fail. */
  readonly close: () => Promise<void>;
};

/** The parts of the application that workspaces share. */
export type WorkspaceDependencies = {
  readonly context: Context;
  readonly hub: EventHub;
  readonly embedder: Embedder;
  readonly parser: Parser;
  readonly startProcess: StartProcess;
  readonly recorder: Recorder;
  readonly voiceActivity: VoiceActivity;
  readonly backups: Backups;
};

/**
 * Opens the workspace in a folder and resumes its unfinished work. One that is opened read-only may be damaged; nothing in
 * its folder is changed. The database of a new one was created by this process, and is not checked. Throws Problem
 * `workspace_unusable` if the database is missing or cannot be used.
 */
export async function openWorkspace(
  dir: string,
  dependencies: WorkspaceDependencies,
  { isReadOnly = false, isNew = false } = {},
): Promise<OpenWorkspace> {
  const { migrations, databases } = dependencies.context;
  const place = { id: basename(dir), dir };
  // `open` would create a missing database.
  const { workspaceId, isReadable } = databases.inspect(place, (db) => ({
    workspaceId: getWorkspaceRow(db).workspace_id,
    isReadable: hasLatestSchema(db, migrations),
  }));
  if (isReadOnly && !isReadable)
    throw new Problem(
      'workspace_unusable',
      'It was last opened by an older Switchboard, so its damaged database cannot be read. Restore a snapshot.',
    );
  const secrets = await loadSecrets(workspaceId, dependencies.context);
  const db = databases.open(place, { isReadOnly, isNew, fillSearchIndex });
  const parts = new OpenParts();
  parts.add(db);
  try {
    return openParts(parts, { db, dir, secrets, ...dependencies });
  } catch (error) {
    await parts.close().catch((closeError: unknown) => {
      dependencies.context.log.error({ err: closeError }, 'could not close a workspace that failed to open');
    });
    throw toOpenProblem(error);
  }
}

type WorkspaceSecrets = { readonly urlSigner: UrlSigner; readonly chainHead: ChainHeadInKeychain };

async function loadSecrets(workspaceId: string, context: Context): Promise<WorkspaceSecrets> {
  const secrets = context.keychain.forWorkspace(workspaceId);
  const [urlSigner, chainHead] = await Promise.all([
    UrlSigner.load(workspaceId, secrets, context),
    ChainHeadInKeychain.load(secrets, (error) =>
      context.log.error({ err: error }, 'could not store the head of the activity in the keychain'),
    ),
  ]);
  return { urlSigner, chainHead };
}

type PartsOptions = WorkspaceDependencies & {
  readonly db: Database;
  readonly dir: string;
  readonly secrets: WorkspaceSecrets;
};

/** Opens the parts of a workspace in the order in which they depend on each other, and closes them in the reverse order. */
function openParts(
  parts: OpenParts,
  { db, dir, secrets, context, hub, embedder, parser, startProcess, recorder, voiceActivity, backups }: PartsOptions,
): OpenWorkspace {
  const { workspace_id, org_id: orgId, kind } = getWorkspaceRow(db);
  const events = new EventPublisher(db, hub);
  const { urlSigner, chainHead } = secrets;
  parts.add({ close: context.keychain.onAvailable(() => void urlSigner.readSecret()) });
  void urlSigner.readSecret(); // the keychain can have become available since
  if (!db.isReadOnly) parts.add(new ChainHeadKeeper(db, dir, { context, hub, keychainHead: chainHead }));
  const apiKeys = new ApiKeys(db, { context, events });
  parts.add({ close: () => apiKeys.flush() });
  const place = { id: workspace_id, dir, log: context.log };
  const objects = context.bucket ? parts.add(context.bucket.open(db, place)) : null;
  const canIngest = kind !== 'linked';
  const knowledge = parts.add(
    new KnowledgeBase(db, dir, {
      orgId,
      embedder,
      parser,
      events,
      context,
      secrets: context.keychain.forWorkspace(workspace_id),
      startProcess,
      objects,
      canIngest,
    }),
  );
  const serverOptions = {
    orgId,
    secrets: context.keychain.forWorkspace(workspace_id),
    events,
    context,
    isLocal: kind !== 'linked',
  };
  const languageModels = new LanguageModels(db, serverOptions);
  const speechServers = new SpeechServers(db, { ...serverOptions, recorder });
  const thread = parts.add(new QuestionThread());
  const insightOptions = { orgId, thread, events, context };
  const contradictions = parts.add(new Contradictions(db, { ...insightOptions, knowledge }));
  const knowledgeGaps = parts.add(new KnowledgeGaps(db, { ...insightOptions, embedder }));
  const issuer = getInvoiceIssuer(kind);
  const billing = parts.add(new Billing(db, { context, events, issuer, workspaceDir: dir }));
  const recordings = new RecordingStore(dir, db, objects);
  const simulation = {
    recorder,
    getKnowledge: (call: CallJob) =>
      createSimulationKnowledge(call.orgId, knowledge, toDocumentFilter(call.definition)),
    languageModels,
    turnClassifier: createTurnClassifier(embedder),
    speechServers,
    now: context.now,
  };
  const practice = new PracticeTransport({ ...simulation, voiceActivity });
  const calls = parts.add(
    new Calls(db, {
      orgId,
      context,
      events,
      recordings,
      meter: billing.meterCall,
      cancelUnsent: (callId) => link?.services.outbox.cancelUnsent(callId) ?? false,
      simulation: createSimulatedTransport(simulation),
      practice,
    }),
  );
  const inFlightRequests = new InFlightRequests();
  const maintenance = parts.add(
    new Maintenance(db, {
      databasePath: join(dir, databaseFile),
      workspaceDir: dir,
      context,
      events,
      rewriteRequest: knowledge.rewriteRequest,
      isIdle: () => isWorkspaceIdle({ inFlightRequests, knowledge, calls, backups }),
    }),
  );
  const backupSchedule = parts.add(
    new WorkspaceBackupSchedule({
      backups,
      source: { id: workspace_id, dir, getName: () => getWorkspaceRow(db).name },
      scope: { db, context, events, orgId },
    }),
  );
  // The totals and the link are closed before, because requests can wait for both.
  parts.add({ close: () => inFlightRequests.drain() });
  const scoreTotals = parts.add(new ScoreTotals(db, orgId));
  const link: WorkspaceLink | undefined =
    kind === 'linked' && !db.isReadOnly
      ? parts.add(
          createWorkspaceLink(db, {
            workspaceId: workspace_id,
            orgId,
            context,
            events,
            calls,
            knowledge,
            recordings,
            billing,
          }),
        )
      : undefined;
  parts.add({ close: () => events.close() });
  return {
    id: workspace_id,
    orgId,
    kind,
    db,
    context,
    events,
    idempotency: new IdempotencyStore(db, context.now),
    inFlightRequests,
    services: {
      workspaceKind: kind,
      apiKeys,
      knowledge,
      languageModels,
      speechServers,
      knowledgeGaps,
      contradictions,
      calls,
      scoreTotals,
      practice,
      recorder,
      recordings,
      billing,
      maintenance,
      backupSchedule,
      ...(link?.services ?? noLinkServices),
      urlSigner,
    },
    start: () => link?.start(),
    resume: () => {
      if (db.isReadOnly) return;
      link?.resume();
      billing.checkCycles();
      maintenance.checkNow();
      backupSchedule.checkNow();
    },
    close: () => parts.close(),
  };
}

/** Damage that the check of the database does not find, such as an unreadable value, prevents the start of a part. */
function toOpenProblem(error: unknown): Problem {
  if (error instanceof Problem || isStorageFull(error)) return toProblem(error);
  return new Problem('workspace_unusable', 'Its data cannot be read.', { cause: error });
}
