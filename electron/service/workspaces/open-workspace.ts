import { join } from 'node:path';
import type { Workspace } from '../../../shared/workspaces.ts';
import { Billing } from '../billing/billing.ts';
import { issuerOf } from '../billing/issuer-of.ts';
import { Calls } from '../calls/calls.ts';
import { createRehearsalKnowledge } from '../calls/rehearsal-knowledge.ts';
import { createRehearsalTransport } from '../calls/rehearsal-transport.ts';
import { TypedRehearsals } from '../calls/typed-rehearsals.ts';
import type { Recorder } from '../calls/voice/recorder.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import type { EventHub } from '../events/event-hub.ts';
import { Idempotency } from '../http/idempotency.ts';
import { AddressSigner } from '../http/signed-address.ts';
import { UsageClock } from '../keys/usage-clock.ts';
import type { Embedder } from '../knowledge/embedding/embedder.ts';
import { Knowledge } from '../knowledge/knowledge.ts';
import { findWorkspace } from './queries.ts';
import { RunningRequests } from './running-requests.ts';

/** A workspace whose database is open and whose work goes on. */
export type OpenWorkspace = {
  readonly id: string;
  readonly orgId: string;
  readonly kind: Workspace['kind'];
  readonly db: Database;
  readonly context: Context;
  readonly idempotency: Idempotency;
  readonly usageClock: UsageClock;
  readonly knowledge: Knowledge;
  readonly calls: Calls;
  readonly billing: Billing;
  /** Gives recordings and invoices their addresses. */
  readonly signer: AddressSigner;
  readonly requests: RunningRequests;
  /** Answers what is being asked, stops the work where it can be taken up again, and closes the database. */
  readonly close: () => Promise<void>;
};

export type WorkspaceEngines = {
  readonly context: Context;
  readonly hub: EventHub;
  readonly embedder: Embedder;
  readonly recorder: Recorder;
};

/** The file of a workspace's database, inside its folder. */
export const databaseFile = 'workspace.db';

/** Opens the workspace in a folder and takes up its unfinished work. Throws Problem `workspace_unusable`. */
export function openWorkspace(dir: string, engines: WorkspaceEngines): OpenWorkspace {
  const db = openDatabase(join(dir, databaseFile));
  const { context, hub, embedder, recorder } = engines;
  const { workspace_id, org_id, kind } = findWorkspace(db);
  const usageClock = new UsageClock(db, (key_id) => hub.publish({ type: 'key.used', key_id }, null));
  const knowledge = new Knowledge(db, dir, { embedder, hub, context });
  const rehearsal = {
    recorder,
    knowledgeOf: (orgId: string) => createRehearsalKnowledge({ db, knowledge }, orgId),
  };
  const billing = new Billing(db, { context, hub, issuer: issuerOf(kind) });
  const calls = new Calls(db, dir, {
    hub,
    context,
    meter: billing.meter,
    simulated: createRehearsalTransport(rehearsal),
    typed: new TypedRehearsals(rehearsal),
  });
  const requests = new RunningRequests();
  return {
    id: workspace_id,
    orgId: org_id,
    kind,
    db,
    context,
    idempotency: new Idempotency(db, context.now),
    usageClock,
    knowledge,
    calls,
    billing,
    signer: new AddressSigner(db, context),
    requests,
    close: async () => {
      await requests.settle();
      await calls.close();
      await billing.close();
      await knowledge.close();
      try {
        usageClock.flush();
      } finally {
        db.close();
      }
    },
  };
}
