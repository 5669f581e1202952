import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { insertAgent } from '../agents/queries.ts';
import { furnishBilling } from '../billing/furnish-billing.ts';
import { issuerOf } from '../billing/issuer-of.ts';
import { setPlan } from '../billing/plan-queries.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { insertDocument } from '../knowledge/document-queries.ts';
import { insertMember, insertOrganization } from '../organizations/queries.ts';
import { insertWorkspace } from '../workspaces/queries.ts';
import { demoAgents } from './demo-agents.ts';
import { demoDocuments } from './demo-documents.ts';
import { demoMembers, demoOrganization, demoPlan } from './demo-organization.ts';
import { furnishRequests } from './furnish-requests.ts';

/** Between the making of two agents of the demo. */
const agentEveryDays = 45;

const dayMs = 24 * 60 * 60 * 1000;

/** The shipped documents of the demo organization. */
const filesDir = fileURLToPath(new URL('./files', import.meta.url));

/**
 * Fills a new, empty workspace with the demo organization; dates are relative to now. Its documents are there to be
 * read: they become active within seconds after the workspace is opened.
 */
export async function furnishDemo(db: Database, dir: string, workspaceId: string, context: Context): Promise<void> {
  const now = context.now();
  const orgId = context.newId('org');
  mkdirSync(join(dir, 'files'), { recursive: true });
  db.transaction(() => {
    const createdAt = now - demoOrganization.ageDays * dayMs;
    const { name, industry, subscription_tier } = demoOrganization;
    insertOrganization(db, { id: orgId, name, industry, subscription_tier, createdAt });
    setPlan(db, orgId, demoPlan, createdAt);
    insertWorkspace(db, { workspace_id: workspaceId, name, kind: 'demo', org_id: orgId, created_at: now });
    for (const { email, role, status, invitedDaysAgo } of demoMembers) {
      insertMember(db, orgId, { user_id: context.newId('usr'), email, role, status }, now - invitedDaysAgo * dayMs);
    }
    const agents = new Map<string, string>();
    for (const [at, agent] of demoAgents.entries()) {
      const agent_id = context.newId('agt');
      const created_at = now - (demoAgents.length - at) * agentEveryDays * dayMs;
      insertAgent(db, { ...agent, agent_id, org_id: orgId, status: 'active', created_at });
      agents.set(agent.name, agent_id);
    }
    furnishRequests(db, context, { orgId, now, agents });
    for (const { file, title, addedDaysAgo } of demoDocuments.toSorted((a, b) => b.addedDaysAgo - a.addedDaysAgo)) {
      const source = join(filesDir, file);
      const sha256 = createHash('sha256').update(readFileSync(source)).digest('hex');
      copyFileSync(source, join(dir, 'files', sha256));
      insertDocument(db, {
        documentId: context.newId('doc'),
        orgId,
        title,
        kind: extname(file).slice(1) as 'pdf' | 'docx' | 'txt', // the manifest names only these
        fileName: file,
        sizeBytes: statSync(source).size,
        sha256,
        addedAt: now - addedDaysAgo * dayMs,
      });
    }
    // After the calls: invoices are of what they used.
    furnishBilling(db, context, orgId, issuerOf('demo'));
  });
}
