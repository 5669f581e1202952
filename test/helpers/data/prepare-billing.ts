import { dayMs } from '../../../shared/text/duration.ts';
import { seedBilling } from '../../../electron/service/features/billing/seed-billing.ts';
import { setPlan } from '../../../electron/service/features/billing/plan-queries.ts';
import { generateId, type Context } from '../../../electron/service/platform/context.ts';
import { prepareWorkspace, type PreparedWorkspace } from './prepare-workspace.ts';

export type PrepareBillingOptions = {
  readonly name: string;
  /** Age of the organization. */
  readonly ageDays: number;
  readonly callsPerDay: number;
  readonly minutesIncluded?: number;
};

/** Days since the start of the current cycle; a few less after a short month. */
const cycleDays = 13;

/**
 * Creates a workspace with calls on every day except Sundays and invoices for all ended cycles, the latest of which is open.
 * No other process may use the data folder. Returns the id of the organization.
 */
export function prepareBilling(dataDir: string, options: PrepareBillingOptions): Promise<string> {
  return prepareWorkspace(dataDir, options.name, (workspace) => seedBillingHistory(workspace, options));
}

function seedBillingHistory({ db, orgId, agents }: PreparedWorkspace, options: PrepareBillingOptions): void {
  const agent = agents[0];
  const now = Date.now();
  const today = Math.floor(now / dayMs) * dayMs;
  const createdAt = today - options.ageDays * dayMs;
  db.transaction(() => {
    db.run('UPDATE organization SET created_at = ?', createdAt);
    db.execute('DELETE FROM plan');
    const anchorDay = new Date(today - cycleDays * dayMs).getUTCDate();
    const { minutesIncluded = 400 } = options;
    const plan = { name: 'Growth', feeCents: 34_900, minutesIncluded, overageCentsPerMinute: 45, anchorDay };
    setPlan(db, orgId, plan, createdAt);
    for (let day = createdAt; day < today; day += dayMs) {
      const isSunday = new Date(day).getUTCDay() === 0;
      for (let call = 0; call < (isSunday ? 0 : options.callsPerDay); call++) {
        const endedAt = day + (9 + call) * 60 * 60 * 1000;
        db.run(
          `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, speed,
             placed_by, status, disposition, duration_seconds, created_at, answered_at, ended_at, metadata)
           VALUES (?, ?, ?, ?, '+15550100', 'simulated', 'fast', 'prepared', 'completed', 'Done', ?, ?, ?, ?, '{}')`,
          generateId('call'),
          orgId,
          agent?.agent_id ?? '',
          agent?.name ?? '',
          60 + ((day / dayMs + call * 7) % 9) * 47,
          endedAt - 300_000,
          endedAt - 290_000,
          endedAt,
        );
      }
    }
  });
  const context = { now: () => now, newId: generateId };
  seedBilling(db, context as Context, orgId, 'Switchboard (local workspace)'); // the parts that are used
}
