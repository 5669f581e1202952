import { join } from 'node:path';
import type { Workspace } from '../../../shared/workspaces.ts';
import { Billing } from '../features/billing/billing.ts';
import { getInvoiceIssuer } from '../features/billing/get-invoice-issuer.ts';
import { Calls } from '../features/calls/calls.ts';
import { createSimulationKnowledge } from '../features/simulation/rehearsal-knowledge.ts';
import { createSimulatedTransport } from '../features/simulation/simulated-transport.ts';
import { PracticeTransport } from '../features/simulation/practice-transport.ts';
import type { Recorder } from '../features/speech/recorder.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import type { EventHub } from '../platform/events/event-hub.ts';
import { IdempotencyStore } from '../platform/http/idempotency-store.ts';
import { UrlSigner } from '../platform/http/url-signer.ts';
import { ApiKeyUsageTracker } from '../features/api-keys/api-key-usage-tracker.ts';
import type { Embedder } from '../features/knowledge/embedding/embedder.ts';
import { KnowledgeBase } from '../features/knowledge/knowledge-base.ts';
import { getWorkspaceRow } from './workspace-queries.ts';
import { InFlightRequests } from '../platform/http/in-flight-requests.ts';

/** A workspace whose database is open and whose work goes on. */
export type OpenWorkspace = {
  readonly id: string;
  readonly orgId: string;
  readonly kind: Workspace['kind'];
  readonly db: Database;
  readonly context: Context;
  readonly idempotency: IdempotencyStore;
  readonly apiKeyUsage: ApiKeyUsageTracker;
  readonly knowledge: KnowledgeBase;
  readonly calls: Calls;
  readonly billing: Billing;
  /** Gives recordings and invoices their addresses. */
  readonly urlSigner: UrlSigner;
  readonly inFlightRequests: InFlightRequests;
  /** Answers what is being asked, stops the work where it can be taken up again, and closes the database. */
  readonly close: () => Promise<void>;
};

export type WorkspaceDependencies = {
  readonly context: Context;
  readonly hub: EventHub;
  readonly embedder: Embedder;
  readonly recorder: Recorder;
};

/** The file of a workspace's database, inside its folder. */
export const databaseFile = 'workspace.db';

/** Opens the workspace in a folder and takes up its unfinished work. Throws Problem `workspace_unusable`. */
export function openWorkspace(dir: string, engines: WorkspaceDependencies): OpenWorkspace {
  const db = openDatabase(join(dir, databaseFile));
  const { context, hub, embedder, recorder } = engines;
  const { workspace_id, org_id, kind } = getWorkspaceRow(db);
  const apiKeyUsage = new ApiKeyUsageTracker(db, (key_id) => hub.publish({ type: 'api_key.used', key_id }, null));
  const knowledge = new KnowledgeBase(db, dir, { embedder, hub, context });
  const rehearsal = {
    recorder,
    getKnowledge: (orgId: string) => createSimulationKnowledge({ db, knowledge }, orgId),
  };
  const billing = new Billing(db, { context, hub, issuer: getInvoiceIssuer(kind) });
  const calls = new Calls(db, dir, {
    hub,
    context,
    meter: billing.meterCall,
    simulation: createSimulatedTransport(rehearsal),
    practice: new PracticeTransport(rehearsal),
  });
  const inFlightRequests = new InFlightRequests();
  return {
    id: workspace_id,
    orgId: org_id,
    kind,
    db,
    context,
    idempotency: new IdempotencyStore(db, context.now),
    apiKeyUsage: apiKeyUsage,
    knowledge,
    calls,
    billing,
    urlSigner: new UrlSigner(db, context),
    inFlightRequests: inFlightRequests,
    close: async () => {
      await inFlightRequests.drain();
      await calls.close();
      await billing.close();
      await knowledge.close();
      try {
        apiKeyUsage.flush();
      } finally {
        db.close();
      }
    },
  };
}
