import type { Plan } from '../../../electron/service/features/billing/billing-cycle.ts';
import type { CallMode } from '../../../shared/calls/call-filter.ts';
import type { ServiceEvent } from '../../../shared/contract/events.ts';
import { CallLog } from '../../../electron/service/features/calls/call-log.ts';
import { findCallByRowId, insertCall } from '../../../electron/service/features/calls/call-queries.ts';
import { Billing } from '../../../electron/service/features/billing/billing.ts';
import { setPlan } from '../../../electron/service/features/billing/plan-queries.ts';
import type { Context } from '../../../electron/service/platform/context.ts';
import { EventHub } from '../../../electron/service/platform/events/event-hub.ts';
import { EventPublisher } from '../../../electron/service/platform/events/event-publisher.ts';
import { insertAgent } from '../../../electron/service/features/agents/agent-queries.ts';
import { insertOrganization } from '../../../electron/service/features/organizations/organization-queries.ts';
import { createTemporaryFolder } from '../service/temporary-folder.ts';
import { openTestDatabase } from '../service/test-database.ts';

export const growthPlan = {
  name: 'Growth',
  feeCents: 34_900,
  minutesIncluded: 100,
  overageCentsPerMinute: 18,
  anchorDay: 1,
} as const satisfies Plan;

export type BillingFixtureOptions = { readonly createdAt: string; readonly plan?: Plan };

/** Creates billing on a real database, with a manual clock and functions that complete calls. */
export async function createBillingFixture({ createdAt, plan = growthPlan }: BillingFixtureOptions) {
  const folder = await createTemporaryFolder();
  const orgId = 'org_1';
  let now = Date.parse(createdAt);
  let ids = 0;
  const context = {
    now: () => now,
    newId: (prefix: string) => `${prefix}_${String(++ids).padStart(24, '0')}`,
    log: { error: (details: object) => failures.push(details) },
  } as unknown as Context; // the parts that billing and the call log use
  const failures: object[] = [];
  const hub = new EventHub('run');
  const events: ServiceEvent[] = [];
  hub.subscribe(null, ({ event }) => events.push(event));
  const open = () => {
    const db = openTestDatabase(folder.path);
    const options = { context, events: new EventPublisher(db, hub), issuer: 'Issuer', workspaceDir: folder.path };
    return { db, start: () => new Billing(db, options) };
  };

  const first = open();
  insertOrganization(first.db, { id: orgId, name: 'Harbour', industry: '', subscription_tier: '', createdAt: now });
  setPlan(first.db, orgId, plan, now);
  const agent = { agent_id: 'agt_1', org_id: orgId, name: 'Desk', objective: '', audience: '', greeting: '' } as const;
  insertAgent(first.db, { ...agent, voice: 'slt', status: 'active', created_at: now });
  let current = { db: first.db, billing: first.start() };

  return {
    orgId,
    dir: folder.path,
    context,
    events,
    failures,
    get db() {
      return current.db;
    },
    get billing() {
      return current.billing;
    },
    setClock: (at: string | number) => (now = typeof at === 'number' ? at : Date.parse(at)),
    /** Completes a call with this duration at the current time. */
    completeCall: (minutes: number, at?: string, mode: CallMode = 'simulated'): void => {
      if (at !== undefined) now = Date.parse(at);
      const { db, billing } = current;
      const id = insertCall(db, {
        call_id: context.newId('call'),
        org_id: orgId,
        agent_id: 'agt_1',
        agent_name: 'Desk',
        recipient_number: '+15550100',
        mode,
        persona: null,
        speed: 'fast',
        placed_by: 'test',
        created_at: now,
        metadata: {},
      });
      const row = findCallByRowId(db, orgId, id);
      if (!row) throw new Error('The call was not inserted.');
      const log = new CallLog(
        { db, events: new EventPublisher(db, hub), context, meter: billing.meterCall, onNumberListed: () => {} },
        row,
        new AbortController().signal,
      );
      log.reportRinging();
      log.reportAnswered();
      const peaks = { perSecond: 1, channels: [new Uint8Array(), new Uint8Array()] } as const;
      const recording = { sizeBytes: 1, sha256: '', durationSeconds: 1, peaks };
      const outcome = { status: 'completed', talkSeconds: minutes * 60, disposition: 'Done', recording } as const;
      log.end(outcome, { outcomes: [], questions: [] });
    },
    /** Reopens billing as if the application had been closed until now. */
    reopenAt: async (at: string): Promise<void> => {
      await current.billing.close();
      current.db.close();
      now = Date.parse(at);
      const { db, start } = open();
      current = { db, billing: start() };
    },
    close: async (): Promise<void> => {
      await current.billing.close();
      current.db.close();
      await folder.remove();
    },
  };
}

export type BillingFixture = Awaited<ReturnType<typeof createBillingFixture>>;
