import { createDefinition } from '../../../../shared/agents/agent-definition.ts';
import { dayMs } from '../../../../shared/text/duration.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { storeFirstChainHead } from '../../features/activity/chain-head-keeper.ts';
import { createAgent, windowAuthor } from '../../features/agents/agent-versions.ts';
import { seedBilling } from '../../features/billing/seed-billing.ts';
import { getInvoiceIssuer } from '../../features/billing/billing.ts';
import { setPlan } from '../../features/billing/plan-queries.ts';
import { formatCallLabel } from '../../features/calls/place-call.ts';
import { RecordingStore } from '../../features/recordings/recording-store.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertMember, listMembers } from '../../features/organizations/member-queries.ts';
import { insertOrganization } from '../../features/organizations/organization-queries.ts';
import { upsertSavedItem } from '../../features/saved-items/saved-item-queries.ts';
import { insertWorkspace } from '../workspace-queries.ts';
import { demoAgents, demoMembers, demoOrganization, demoPlan, createDemoSavedItems } from './demo-organization.ts';
import type { DemoCall } from './demo-call.ts';
import { demoCalls } from './demo-calls.ts';
import { chooseAnchorDay, resolveDemoTime } from './demo-time.ts';
import { planDemoReviews } from './demo-reviews.ts';
import { seedQuestionVectors } from './question-vectors.ts';
import { seedActivity, type DemoAction } from './seed-activity.ts';
import { seedCalls, type SeededCall } from './seed-calls.ts';
import { seedDocuments } from './seed-documents.ts';
import { seedRequests } from './seed-requests.ts';
import { seedReviews } from './seed-reviews.ts';

type DemoContent = {
  /** The calls with a recording. The generator of the recordings passes none. */
  readonly calls?: readonly DemoCall[];
  /** Whether the demo has the many calls without a recording. */
  readonly hasHistory?: boolean;
};

/**
 * Fills a new, empty workspace with the demo organization; dates are relative to now. Its documents are shipped with their
 * index. Its calls were simulated with these documents: those with a recording are shipped as files.
 */
export function seedDemo(
  db: Database,
  dir: string,
  workspaceId: string,
  context: Pick<Context, 'newId' | 'now'>,
  { calls = demoCalls, hasHistory = true }: DemoContent = {},
): void {
  const now = context.now();
  const orgId = context.newId('org');
  const anchorDay = chooseAnchorDay(now);
  db.transaction(() => {
    const createdAt = now - demoOrganization.ageDays * dayMs;
    const { name, industry, subscription_tier } = demoOrganization;
    insertOrganization(db, { id: orgId, name, industry, subscription_tier, createdAt });
    setPlan(db, orgId, { ...demoPlan, anchorDay }, createdAt);
    insertWorkspace(db, { workspace_id: workspaceId, name, kind: 'demo', org_id: orgId, created_at: now });
    for (const { email, role, status, invited } of demoMembers) {
      const member = { user_id: context.newId('usr'), email, role, status };
      insertMember(db, orgId, member, resolveDemoTime(invited, now));
    }
    const agents = new Map<string, string>();
    for (const { created, ...agent } of demoAgents) {
      const agent_id = context.newId('agt');
      const created_at = resolveDemoTime(created, now);
      createAgent(db, {
        agent_id,
        org_id: orgId,
        created_at,
        definition: createDefinition(agent),
        author: windowAuthor,
      });
      agents.set(agent.name, agent_id);
    }
    for (const item of createDemoSavedItems(now))
      upsertSavedItem(db, orgId, { ...item, saved_id: context.newId('sav') });
    const submitted = seedRequests(db, context, { orgId, now, agents });
    const documents = seedDocuments(db, context, { orgId, now, dir });
    const recordings = new RecordingStore(dir);
    const placed = seedCalls(
      db,
      context,
      { calls, hasHistory },
      { orgId, now, anchorDay, agents, documents, recordings },
    );
    seedQuestionVectors(db, { orgId, now });
    const completed = placed.filter((call) => call.status === 'completed');
    seedReviews(db, context, { orgId, reviews: planDemoReviews(completed, now) });
    // Invoices charge for the minutes of the calls above.
    seedBilling(db, context, orgId, getInvoiceIssuer('demo'));
    const added = documents.map(({ addedAt, documentId, title }) => ({
      at: addedAt,
      route: v1Routes.uploadDocument,
      id: documentId,
      label: title,
    }));
    const [actor] = listMembers(db, orgId);
    if (!actor) throw new Error('The demo has members.');
    seedActivity(db, context, actor, [...submitted, ...added, ...placed.flatMap(listCallActions)]);
  });
  storeFirstChainHead(db, dir);
}

/** Lists the actions that placed and canceled a call. */
function listCallActions(call: SeededCall): readonly DemoAction[] {
  const subject = {
    id: call.callId,
    label: formatCallLabel({ agent_name: call.agent, recipient_number: call.number }),
  };
  const placing: DemoAction = { at: call.placedAt, route: appRoutes.placeSimulatedCall, ...subject };
  return call.status === 'canceled'
    ? [placing, { at: call.endedAt, route: v1Routes.cancelCall, ...subject }]
    : [placing];
}
