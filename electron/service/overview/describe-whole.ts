import { failedCallMs, findAttention, inviteMs, type PartRoom } from '../../../shared/attention.ts';
import { appRoutes, v1Routes } from '../../../shared/contract.ts';
import { overviewSchema, type Overview } from '../../../shared/overview.ts';
import { mayUse, type Route } from '../../../shared/route.ts';
import { hasBrokenEnd } from '../activity/has-broken-end.ts';
import { hasRequests, listOpenRequests } from '../agent-requests/list-records.ts';
import { describeCycle } from '../billing/describe-usage.ts';
import { listOpenInvoices } from '../billing/open-invoices.ts';
import { listFailedSince } from '../calls/call-queries.ts';
import { describeLatest, findLostRecordings } from '../calls/describe-latest.ts';
import type { Principal } from '../http/authenticate.ts';
import { describeReading, hasDocuments } from '../knowledge/describe-reading.ts';
import { findOrganization, listInvitesBefore } from '../organizations/queries.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import { OverviewParts } from './overview-parts.ts';

const callsShown = 5;
const readingShown = 4;

/** More than anybody builds at a time. */
const requestsMax = 50;

/** More than anybody counts; beyond it, the list of calls says how many there are. */
const failuresMax = 100;

/** The window refuses an overview that is not as described: what is stored is held to it part by part. */
const { shape } = overviewSchema;

/**
 * How the workspace stands, as far as a role may know: each part under the role of the operation that tells it in full. A
 * part that cannot be read is left out and told as such: the others are still to be seen.
 */
export async function describeWhole(workspace: OpenWorkspace, { orgId, role }: Principal): Promise<Overview> {
  const { db, billing, context } = workspace;
  const now = context.now();
  const parts = new OverviewParts(workspace);
  const ifMay = <T>(route: Route, room: PartRoom, otherwise: T, read: () => T) =>
    mayUse(route, role) ? parts.read(room, otherwise, read) : otherwise;
  ifMay(appRoutes.getBillingOverview, 'billing', undefined, () => billing.settle(orgId));
  const nothingRead = { processing: [], failed: [] };
  const reading = parts.read('knowledge', nothingRead, () => describeReading(workspace, orgId));
  const noCalls = { running: 0, data: [], rows: [] };
  const calls = parts.read('calls', noCalls, () => {
    const latest = describeLatest(db, orgId, callsShown);
    return { ...latest, ...shape.calls.parse(latest) };
  });
  const cycle = ifMay(appRoutes.getBillingOverview, 'billing', null, () => describeCycle(db, orgId, now));
  const requests = ifMay(appRoutes.listRequestRecords, 'agents', null, () =>
    shape.requests.parse(listOpenRequests(db, orgId, requestsMax)),
  );
  const facts = {
    isActivityBroken: ifMay(appRoutes.listActivityRows, 'activity', false, () => hasBrokenEnd(db)),
    failedDocuments: reading.failed,
    failedCalls: parts.read('calls', [], () => listFailedSince(db, orgId, now - failedCallMs, failuresMax)),
    cycle,
    openInvoices: ifMay(appRoutes.listInvoiceRecords, 'billing', [], () => listOpenInvoices(db, orgId)),
    openRequests: requests ?? [],
    invites: ifMay(v1Routes.listMembers, 'team', [], () => listInvitesBefore(db, orgId, now - inviteMs)),
  };
  const overview = {
    organization: ifMay(v1Routes.getOrganization, 'team', null, () => findOrganization(db, orgId) ?? null),
    is_new: calls.data.length === 0 && !hasDocuments(workspace, orgId) && !hasRequests(db, orgId),
    cycle,
    reading: { total: reading.processing.length, data: reading.processing.slice(0, readingShown) },
    calls: { running: calls.running, data: calls.data },
    requests,
  };
  // Last: the workspace may be closed while files are looked at.
  const lostRecordings = await findLostRecordings(workspace, calls.rows);
  const attention = findAttention({ ...facts, unreadable: parts.unreadable, lostRecordings }, now);
  return { ...overview, attention: [...attention] };
}
