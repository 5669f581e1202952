import { failedCallMs, findAttention, inviteMs } from '../../../shared/attention.ts';
import { appRoutes, v1Routes } from '../../../shared/contract.ts';
import type { Overview } from '../../../shared/overview.ts';
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

const callsShown = 5;
const readingShown = 4;

/** More than anybody builds at a time. */
const requestsMax = 50;

/** More than anybody counts; beyond it, the list of calls says how many there are. */
const failuresMax = 100;

/** How the workspace stands, as far as a role may know: each part under the role of the operation that tells it in full. */
export async function describeWhole(workspace: OpenWorkspace, { orgId, role }: Principal): Promise<Overview> {
  const { db, billing, context } = workspace;
  const now = context.now();
  const ifMay = <T>(route: Route, read: () => T) => (mayUse(route, role) ? read() : null);
  billing.settle(orgId);
  const reading = describeReading(workspace, orgId);
  const calls = describeLatest(db, orgId, callsShown);
  const cycle = ifMay(appRoutes.getBillingOverview, () => describeCycle(db, orgId, now));
  const requests = ifMay(appRoutes.listRequestRecords, () => listOpenRequests(db, orgId, requestsMax));
  const facts = {
    isActivityBroken: ifMay(appRoutes.listActivityRows, () => hasBrokenEnd(db)) ?? false,
    failedDocuments: reading.failed,
    failedCalls: listFailedSince(db, orgId, now - failedCallMs, failuresMax),
    cycle,
    openInvoices: ifMay(appRoutes.listInvoiceRecords, () => listOpenInvoices(db, orgId)) ?? [],
    openRequests: requests ?? [],
    invites: ifMay(v1Routes.listMembers, () => listInvitesBefore(db, orgId, now - inviteMs)) ?? [],
  };
  const overview = {
    organization: ifMay(v1Routes.getOrganization, () => findOrganization(db, orgId)) ?? null,
    is_new: calls.data.length === 0 && !hasDocuments(workspace, orgId) && !hasRequests(db, orgId),
    cycle,
    reading: { total: reading.processing.length, data: reading.processing.slice(0, readingShown) },
    calls: { running: calls.running, data: calls.data },
    requests: requests && [...requests],
  };
  // Last: the workspace may be closed while files are looked at.
  const lostRecordings = await findLostRecordings(workspace, calls.rows);
  return { ...overview, attention: [...findAttention({ ...facts, lostRecordings }, now)] };
}
