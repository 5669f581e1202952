import { randomBytes, randomUUID } from 'node:crypto';
import { insertActivity } from '../../../electron/service/features/activity/activity-queries.ts';
import { insertAgentRequest } from '../../../electron/service/features/agent-requests/agent-request-queries.ts';
import { seedBilling } from '../../../electron/service/features/billing/seed-billing.ts';
import { setPlan } from '../../../electron/service/features/billing/plan-queries.ts';
import { generateId, type Context } from '../../../electron/service/platform/context.ts';
import { insertApiKey } from '../../../electron/service/features/api-keys/api-key-queries.ts';
import { insertDocument } from '../../../electron/service/features/knowledge/document-queries.ts';
import { insertMember } from '../../../electron/service/features/organizations/member-queries.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { seedCalls } from './seed-calls.ts';
import { prepareWorkspace, type PreparedWorkspace } from './prepare-workspace.ts';

/** The size of a workspace that has been used for years. */
export type LargeWorkspaceOptions = {
  readonly years: number;
  readonly callCount: number;
  readonly turnsPerCall?: number;
  readonly activityCount: number;
  /** Number of documents, members, API keys and build requests, each. */
  readonly recordsPerKind: number;
};

/** Prepares a data folder whose open workspace is large. No service may use the folder meanwhile. */
export async function prepareLargeWorkspace(dataDir: string, options: LargeWorkspaceOptions): Promise<void> {
  await prepareWorkspace(dataDir, 'Years', (workspace) => seedLargeWorkspace(workspace, options));
}

function seedLargeWorkspace(
  { db, orgId, agents }: PreparedWorkspace,
  { years, callCount, turnsPerCall = 6, activityCount, recordsPerKind }: LargeWorkspaceOptions,
): void {
  const now = Date.now();
  const spanMs = years * 365 * dayMs;
  const newId = generateId;
  seedCalls(db, {
    orgId,
    agents,
    count: callCount,
    turnsPerCall,
    lastCallAtMs: now - 60_000,
    intervalMs: spanMs / callCount,
  });
  db.transaction(() => {
    db.run('UPDATE organization SET created_at = ?', now - spanMs);
    db.execute('DELETE FROM plan');
    const plan = { name: 'Growth', feeCents: 34_900, minutesIncluded: 3_000, overageCentsPerMinute: 45, anchorDay: 1 };
    setPlan(db, orgId, plan, now - spanMs);
    for (let at = 0; at < recordsPerKind; at++) {
      const name = `${['Router', 'Invoice', 'Visit', 'Renewal'][at % 4]} ${at}`;
      const createdAt = now - (recordsPerKind - at) * dayMs;
      insertMember(
        db,
        orgId,
        { user_id: newId('usr'), email: `person${at}@harbour.example`, role: 'viewer', status: 'active' },
        createdAt,
      );
      insertApiKey(db, {
        keyId: newId('key'),
        orgId,
        name,
        role: 'viewer',
        memberId: null,
        secret: randomUUID(),
        createdAt,
      });
      insertAgentRequest(db, {
        request_id: newId('abr'),
        org_id: orgId,
        name,
        objective: 'Ask customers whether everything works',
        target_audience: 'Customers',
        integrations: ['slack'],
        submittedBy: 'prepared',
        created_at: createdAt,
      });
      const row = insertDocument(db, orgId, {
        documentId: newId('doc'),
        title: name,
        kind: 'txt',
        fileName: `${name}.txt`,
        sizeBytes: 1_000,
        sha256: randomBytes(32).toString('hex'),
        addedAt: createdAt,
      });
      db.run(`UPDATE document SET status = 'active' WHERE id = ?`, row);
    }
  });
  for (let from = 0; from < activityCount; from += 10_000) {
    db.bulkTransaction(() => {
      for (let at = from; at < Math.min(activityCount, from + 10_000); at++) {
        insertActivity(db, {
          at: now - spanMs + (spanMs / activityCount) * at,
          actor_id: `key_${at % 20}`,
          actor_name: 'Nightly export',
          actor_hint: 'x2Zq',
          role: 'admin',
          operation: 'placeCall',
          subject_id: `call_${at}`,
          subject_label: '+15550100',
          result: at % 10 === 0 ? 'refused' : 'done',
          status: at % 10 === 0 ? 403 : 200,
          code: at % 10 === 0 ? 'forbidden' : null,
          request_id: `req_${at}`,
        });
      }
    });
  }
  const context = { now: () => now, newId };
  seedBilling(db, context as Context, orgId, 'Switchboard (local workspace)'); // the parts that are used
}
