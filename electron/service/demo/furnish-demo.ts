import { dayMs } from '../../../shared/billing-cycle.ts';
import { appRoutes, v1Routes } from '../../../shared/contract.ts';
import { insertAgent } from '../agents/queries.ts';
import { furnishBilling } from '../billing/furnish-billing.ts';
import { issuerOf } from '../billing/issuer-of.ts';
import { setPlan } from '../billing/plan-queries.ts';
import { nameCall } from '../calls/place-call.ts';
import { RecordingFiles } from '../calls/recording-files.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { insertMember, insertOrganization } from '../organizations/queries.ts';
import { upsertSavedItem } from '../saved/queries.ts';
import { insertWorkspace } from '../workspaces/queries.ts';
import { demoAgents } from './demo-agents.ts';
import type { DemoCall } from './demo-call.ts';
import { demoCalls } from './demo-calls.ts';
import { chooseAnchorDay, placeInTime } from './demo-clock.ts';
import { demoMembers, demoOrganization, demoPlan } from './demo-organization.ts';
import { describeDemoSaved } from './demo-saved.ts';
import { furnishActivity, type Deed } from './furnish-activity.ts';
import { furnishCalls, type PlacedCall } from './furnish-calls.ts';
import { furnishDocuments } from './furnish-documents.ts';
import { furnishRequests } from './furnish-requests.ts';

/**
 * Fills a new, empty workspace with the demo organization; dates are relative to now. Its documents are there to be
 * read: they become active within seconds after the workspace is opened. Its calls are shipped as they were rehearsed on
 * these documents; `calls` is for the one who makes them anew.
 */
export function furnishDemo(
  db: Database,
  dir: string,
  workspaceId: string,
  context: Context,
  calls: readonly DemoCall[] = demoCalls,
): void {
  const now = context.now();
  const orgId = context.newId('org');
  db.transaction(() => {
    const createdAt = now - demoOrganization.ageDays * dayMs;
    const { name, industry, subscription_tier } = demoOrganization;
    insertOrganization(db, { id: orgId, name, industry, subscription_tier, createdAt });
    setPlan(db, orgId, { ...demoPlan, anchorDay: chooseAnchorDay(now) }, createdAt);
    insertWorkspace(db, { workspace_id: workspaceId, name, kind: 'demo', org_id: orgId, created_at: now });
    for (const { email, role, status, invitedDaysAgo } of demoMembers) {
      insertMember(db, orgId, { user_id: context.newId('usr'), email, role, status }, now - invitedDaysAgo * dayMs);
    }
    const agents = new Map<string, string>();
    for (const { made, ...agent } of demoAgents) {
      const agent_id = context.newId('agt');
      const created_at = placeInTime(made, now);
      insertAgent(db, { ...agent, agent_id, org_id: orgId, status: 'active', created_at });
      agents.set(agent.name, agent_id);
    }
    for (const item of describeDemoSaved(now)) upsertSavedItem(db, orgId, { ...item, saved_id: context.newId('sav') });
    const submitted = furnishRequests(db, context, { orgId, now, agents });
    const documents = furnishDocuments(db, context, { orgId, now, dir });
    const recordings = new RecordingFiles(dir);
    const placed = furnishCalls(db, context, calls, { orgId, now, agents, documents, recordings });
    // After the calls: invoices are of what they used.
    furnishBilling(db, context, orgId, issuerOf('demo'));
    const added = documents.map(({ addedAt, documentId, title }) => ({
      at: addedAt,
      route: v1Routes.uploadDocument,
      id: documentId,
      label: title,
    }));
    furnishActivity(db, context, [...submitted, ...added, ...placed.flatMap(describeDeeds)]);
  });
}

/** What somebody did for a call to come about, and to end. */
function describeDeeds(call: PlacedCall): readonly Deed[] {
  const about = { id: call.callId, label: nameCall({ agent_name: call.agent, recipient_number: call.number }) };
  const placing: Deed = { at: call.placedAt, route: appRoutes.placeRehearsal, ...about };
  const isCanceled = call.recipient === 'cut' && call.status === 'canceled';
  return isCanceled ? [placing, { at: call.endedAt, route: v1Routes.cancelCall, ...about }] : [placing];
}
