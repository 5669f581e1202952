import { failedCallWindowMs, type OverviewSectionId } from '../../../../shared/attention.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract.ts';
import { overviewSchema, type Overview } from '../../../../shared/overview.ts';
import { canUseRoute, type Route } from '../../../../shared/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { hasBrokenChainEnd } from '../activity/verify-activity.ts';
import { hasAgentRequests, listOpenAgentRequests } from '../agent-requests/agent-request-records.ts';
import type { Billing } from '../billing/billing.ts';
import { readCycleOverview } from '../billing/read-billing-overview.ts';
import { listOpenInvoices } from '../billing/list-open-invoices.ts';
import { listFailedCallsSince } from '../calls/call-queries.ts';
import { describeLatestCalls, findLostRecordings } from '../calls/describe-latest-calls.ts';
import type { KnowledgeBase } from '../knowledge/knowledge-base.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { findOrganization, listPendingInvitesBefore } from '../organizations/organization-queries.ts';
import { findAttention, inviteReminderMs } from './find-attention.ts';
import { OverviewSectionReader } from './overview-section-reader.ts';

export type OverviewServices = {
  readonly billing: Billing;
  readonly knowledge: KnowledgeBase;
  readonly recordings: RecordingStore;
};

type OverviewContext = Pick<
  RequestContext<Route, OverviewServices>,
  'db' | 'orgId' | 'principal' | 'context' | 'services'
>;

const latestCallLimit = 5;
const processingDocumentLimit = 4;

/** More than anybody builds at a time. */
const openRequestLimit = 50;

/** More than anybody counts; beyond it, the list of calls says how many there are. */
const failedCallLimit = 100;

/** The window refuses an overview that is not as described: what is stored is held to it part by part. */
const { shape } = overviewSchema;

/**
 * How the workspace stands, as far as a role may know: each part under the role of the operation that tells it in full. A
 * part that cannot be read is left out and told as such: the others are still to be seen.
 */
export async function buildOverview(ctx: OverviewContext): Promise<Overview> {
  const { db, orgId, context, services } = ctx;
  const { billing, knowledge, recordings } = services;
  const { role } = ctx.principal;
  const now = context.now();
  const parts = new OverviewSectionReader(ctx);
  const ifMay = <T>(route: Route, room: OverviewSectionId, otherwise: T, read: () => T) =>
    canUseRoute(route, role) ? parts.read(room, otherwise, read) : otherwise;
  ifMay(appRoutes.getBillingOverview, 'billing', undefined, () => billing.closeEndedCycles(orgId));
  const nothingRead = { processing: [], failed: [] };
  const reading = parts.read('knowledge', nothingRead, () => knowledge.summarizeIngest(orgId));
  const noCalls = { running: 0, data: [], rows: [] };
  const calls = parts.read('calls', noCalls, () => {
    const latest = describeLatestCalls(db, orgId, latestCallLimit);
    return { ...latest, ...shape.calls.parse(latest) };
  });
  const cycle = ifMay(appRoutes.getBillingOverview, 'billing', null, () => readCycleOverview(db, orgId, now));
  const requests = ifMay(appRoutes.listAgentRequestRecords, 'agents', null, () =>
    shape.requests.parse(listOpenAgentRequests(db, orgId, openRequestLimit)),
  );
  const facts = {
    isActivityTampered: ifMay(appRoutes.listActivityEntries, 'activity', false, () => hasBrokenChainEnd(db)),
    failedDocuments: reading.failed,
    failedCalls: parts.read('calls', [], () =>
      listFailedCallsSince(db, orgId, now - failedCallWindowMs, failedCallLimit),
    ),
    cycle,
    openInvoices: ifMay(appRoutes.listInvoiceRecords, 'billing', [], () => listOpenInvoices(db, orgId)),
    openRequests: requests ?? [],
    unansweredInvites: ifMay(v1Routes.listMembers, 'team', [], () =>
      listPendingInvitesBefore(db, orgId, now - inviteReminderMs),
    ),
  };
  const overview = {
    organization: ifMay(v1Routes.getOrganization, 'team', null, () => findOrganization(db, orgId) ?? null),
    is_empty: calls.data.length === 0 && !knowledge.hasDocuments(orgId) && !hasAgentRequests(db, orgId),
    cycle,
    processing: { total: reading.processing.length, data: reading.processing.slice(0, processingDocumentLimit) },
    calls: { running: calls.running, data: calls.data },
    requests,
  };
  // Last: the workspace may be closed while files are looked at.
  const lostRecordings = await findLostRecordings(db, recordings, calls.rows);
  const attention = findAttention({ ...facts, unreadableSections: parts.unreadableSections, lostRecordings }, now);
  return { ...overview, attention: [...attention] };
}
