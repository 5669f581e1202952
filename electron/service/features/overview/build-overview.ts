import {
  activityGapWindowMs,
  failedCallWindowMs,
  type OverviewSectionId,
} from '../../../../shared/window/attention.ts';
import type { BackupSchedule } from '../../../../shared/workspaces/backups.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { dayMs } from '../../../../shared/text/duration.ts';
import { overviewSchema, requestHistoryDays, type Overview } from '../../../../shared/window/overview.ts';
import { canUseRoute, findWindowRole, type Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { WorkspaceScope } from '../../platform/http/workspace-scope.ts';
import { listActivityGaps } from '../activity/activity-queries.ts';
import { hasBrokenChainEnd } from '../activity/verify-activity.ts';
import {
  countRequestsChangedSince,
  hasAgentRequests,
  listOpenAgentRequests,
  listOpenRequestChanges,
} from '../agent-requests/agent-request-records.ts';
import type { Billing } from '../billing/billing.ts';
import { listOpenInvoices, readClockNotices, readCycleOverview } from '../billing/read-billing-overview.ts';
import {
  countCallsSince,
  describeLatestCalls,
  findLostRecordings,
  listFailedCalls,
} from '../calls/describe-latest-calls.ts';
import type { KnowledgeBase } from '../knowledge/knowledge-base.ts';
import { listOpenItems, listUndecidedItems } from '../outbox/outbox-queries.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import type { Sync } from '../sync/sync.ts';
import { listPendingInvitesBefore } from '../organizations/member-queries.ts';
import { findOrganization } from '../organizations/organization-queries.ts';
import { findAttention, inviteReminderMs } from './find-attention.ts';

export type OverviewServices = {
  readonly billing: Billing;
  readonly knowledge: KnowledgeBase;
  readonly recordings: RecordingStore;
  readonly maintenance: { readonly isDatabaseDamaged: boolean };
  readonly outbox: Outbox | null;
  readonly sync: Pick<Sync, 'describeStatus'> | null;
  readonly backupSchedule: { readonly describe: () => Pick<BackupSchedule, 'failure'> };
};

type OverviewContext = Pick<
  RequestContext<Route, OverviewServices>,
  'db' | 'orgId' | 'principal' | 'context' | 'services'
>;

const latestCallLimit = 5;
const processingDocumentLimit = 4;

/** More than any team builds at a time. */
const openRequestLimit = 50;

/** Listing more would take too long. The overview shows no larger number. */
const failedCallLimit = 10_000;

/** Validates the sections one by one, because the window rejects an overview with invalid data as a whole. */
const { shape } = overviewSchema;

/**
 * Builds the overview for a role. A section requires the role of the route that returns its data in full. A section that
 * cannot be read is left out and listed as unreadable; the others are returned. `since` is the time of the last visit.
 */
export async function buildOverview(ctx: OverviewContext, since?: string): Promise<Overview> {
  const { db, orgId, context, services } = ctx;
  const { backupSchedule, billing, knowledge, maintenance, outbox, recordings, sync } = services;
  const { role, highestRole = 'admin' } = ctx.principal;
  const canUse = (route: Route) => canUseRoute(route, findWindowRole(route, role, highestRole));
  const now = context.now();
  const sections = new OverviewSectionReader(ctx);
  const readIfAllowed = <T>(route: Route, section: OverviewSectionId, fallback: T, read: () => T) =>
    canUse(route) ? sections.read(section, fallback, read) : fallback;
  readIfAllowed(appRoutes.getBillingOverview, 'billing', undefined, () => billing.closeEndedCycles(orgId));
  const noDocuments = { processing: [], failed: [] };
  const ingest = sections.read('knowledge', noDocuments, () => knowledge.summarizeIngest(orgId, outbox));
  const noCalls = { running: 0, data: [], rows: [] };
  const calls = sections.read('calls', noCalls, () => {
    const latest = describeLatestCalls({ db, orgId, outbox: services.outbox }, latestCallLimit);
    return { ...latest, ...shape.calls.parse(latest) };
  });
  const cycle = readIfAllowed(appRoutes.getBillingOverview, 'billing', null, () => readCycleOverview(db, orgId, now));
  const requests = readIfAllowed(appRoutes.listAgentRequestRecords, 'agents', null, () =>
    shape.requests.parse(listOpenAgentRequests(db, orgId, openRequestLimit)),
  );
  const requestChanges = readIfAllowed(appRoutes.listAgentRequestRecords, 'agents', null, () =>
    shape.request_changes.parse(listOpenRequestChanges(db, orgId, now - requestHistoryDays * dayMs)),
  );
  const countChanges = (sinceTime: string): Overview['changes'] => ({
    calls: sections.read('calls', 0, () => countCallsSince(db, orgId, sinceTime)),
    documents: sections.read('knowledge', 0, () => knowledge.countAddedSince(orgId, Date.parse(sinceTime))),
    requests: readIfAllowed(appRoutes.listAgentRequestRecords, 'agents', null, () =>
      countRequestsChangedSince(db, orgId, Date.parse(sinceTime)),
    ),
  });
  const attentionFacts = {
    isDatabaseDamaged: maintenance.isDatabaseDamaged,
    backupFailure: canUse(appRoutes.listBackups) ? backupSchedule.describe().failure : null,
    activityGaps: readIfAllowed(appRoutes.listActivityEntries, 'activity', [], () =>
      listActivityGaps(db, now - activityGapWindowMs),
    ),
    isActivityTampered: readIfAllowed(appRoutes.listActivityEntries, 'activity', false, () => hasBrokenChainEnd(db)),
    failedDocuments: ingest.failed,
    failedCalls: sections.read('calls', [], () =>
      listFailedCalls(db, orgId, now - failedCallWindowMs, failedCallLimit),
    ),
    cycle,
    clockNotices: readIfAllowed(
      appRoutes.getBillingOverview,
      'billing',
      { unconfirmed_cycles: null, future_invoices: null },
      () => readClockNotices(db, orgId, now),
    ),
    openInvoices: readIfAllowed(appRoutes.listInvoiceRecords, 'billing', [], () => listOpenInvoices(db, orgId)),
    openRequests: requests ?? [],
    connectionFailure: canUse(appRoutes.updateConnection) ? readConnectionFailure(sync) : null,
    undecidedChanges: canUse(appRoutes.sendOutboxItem) ? listUndecidedItems(db) : [],
    unansweredInvites: readIfAllowed(v1Routes.listMembers, 'team', [], () =>
      listPendingInvitesBefore(db, orgId, now - inviteReminderMs),
    ),
  };
  // What waits for the remote is not in progress; the sync status counts it.
  const processing = ingest.processing.filter(({ pending }) => pending === null);
  const overview = {
    organization: readIfAllowed(v1Routes.getOrganization, 'team', null, () => findOrganization(db, orgId) ?? null),
    is_empty:
      calls.data.length === 0 &&
      !(cycle?.remote && cycle.usage) &&
      !knowledge.hasDocuments(orgId) &&
      !hasAgentRequests(db, orgId),
    cycle,
    processing: { total: processing.length, data: processing.slice(0, processingDocumentLimit) },
    calls: { running: Math.max(0, calls.running - countWaitingCalls(db)), data: calls.data },
    requests,
    request_changes: requestChanges,
    changes: since === undefined ? null : countChanges(since),
  };
  // Must come last, because the workspace can be closed while the files are checked.
  const lostRecordings = await findLostRecordings(db, recordings, calls.rows);
  const attention = findAttention(
    { ...attentionFacts, unreadableSections: sections.unreadableSections, lostRecordings },
    now,
  );
  return { ...overview, attention: [...attention] };
}

function countWaitingCalls(db: OverviewContext['db']): number {
  return listOpenItems(db).filter(({ kind, state }) => kind === 'place_call' && state !== 'rejected').length;
}

function readConnectionFailure(sync: OverviewServices['sync']): string | null {
  const status = sync?.describeStatus();
  const isRefused = status?.state === 'paused' || status?.state === 'wrong_organization';
  return isRefused ? (status.reason ?? 'The remote refused the API key.') : null;
}

/** Reads the sections of an overview separately, so that one failure does not affect the others. */
class OverviewSectionReader {
  readonly #workspace: Pick<WorkspaceScope, 'db' | 'context'>;
  readonly #unreadable = new Set<OverviewSectionId>();

  constructor(workspace: Pick<WorkspaceScope, 'db' | 'context'>) {
    this.#workspace = workspace;
  }

  /** The sections that could not be read so far, without duplicates. */
  get unreadableSections(): readonly OverviewSectionId[] {
    return [...this.#unreadable];
  }

  /** Returns the result of `read`, or logs its error and returns `fallback`. Throws if the workspace was closed. */
  read<T>(section: OverviewSectionId, fallback: T, read: () => T): T {
    const { db, context } = this.#workspace;
    try {
      return read();
    } catch (error) {
      if (!db.isOpen) throw error;
      context.log.error({ section, err: error }, 'could not read a section of the overview');
      this.#unreadable.add(section);
      return fallback;
    }
  }
}
