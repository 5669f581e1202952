import { isCallCancelable } from '../../../../shared/calls/call-status.ts';
import type { Call as CallBody, CallDetails } from '../../../../shared/calls/calls.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { createDownload } from '../../platform/http/download.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree, type RouteTrees } from '../../platform/http/route-tree.ts';
import { createUrlBuilder, type UrlSigner } from '../../platform/http/url-signer.ts';
import { findRecording, readPeaks, signRecordingUrl } from '../recordings/recording-store.ts';
import {
  countCalls,
  countCallsWithoutDate,
  listCallsBefore,
  listCallsInOrder,
  listDispositions,
  listLatestCallPerNumber,
} from './call-list-queries.ts';
import { findCallNeighbors } from './call-neighbor-queries.ts';
import {
  findCallByRowId,
  findRecipientNameRule,
  findTrial,
  readCallMetadata,
  storeRecipientNameRule,
  toCallSummary,
  type CallRow,
} from './call-queries.ts';
import { listTags } from './call-review-queries.ts';
import { createNameReader, createRecordReader } from './call-records.ts';
import { createMatchFinder } from './call-search.ts';
import type { Calls } from './calls.ts';
import { exportCalls, exportMediaTypes } from './export-calls.ts';
import { checkCallInput, formatCallLabel, placeAndStartCall } from './place-call.ts';
import type { WorkServices } from '../outbox/queue-work.ts';
import { addNoteRoutes } from './note-routes.ts';
import { addRemoteCallRoutes, cancelRemoteCall, queueRemoteCall, type RemoteCallServices } from './remote/routes.ts';
import { addFollowUpRoutes } from './follow-ups/follow-up-routes.ts';
import { addOutcomeRoutes } from './outcome/outcome-routes.ts';
import { addReviewRoutes } from './review-routes.ts';
import { addScorecardRoutes } from './scorecard/scorecard-routes.ts';
import { findRemoteCall } from './remote/remote-call-queries.ts';
import { readReviewAuthors } from './review-author-queries.ts';
import { requireCall, type CallRequestContext } from './require-call.ts';
import { listReviewers } from './scorecard/score-queries.ts';
import type { ScoreTotals } from './scorecard/score-totals.ts';
import { listTimedTurns, listTurns } from './turn-queries.ts';

/** A menu offers at most this many. */
const maxRecentRecipients = 8;

type CallServices = RemoteCallServices &
  WorkServices & {
    readonly calls: Calls;
    readonly scoreTotals: ScoreTotals;
    readonly urlSigner: UrlSigner;
  };

export function addCallRoutes(trees: RouteTrees<CallServices & DetailServices>): void {
  addV1Routes(trees.v1);
  addAppRoutes(trees.app);
  addScorecardRoutes(trees.v1);
  addRemoteCallRoutes(trees.app);
  addNoteRoutes(trees.v1);
  addReviewRoutes(trees);
  addOutcomeRoutes(trees.v1);
  addFollowUpRoutes(trees.v1);
}

/** Adds the routes of the service specification and its extensions. */
function addV1Routes(tree: RouteTree<CallServices>): void {
  bindRoute(tree, v1Routes.placeCall, (ctx) =>
    ctx.commitOnce(checkCallInput(ctx.json), () => {
      const { json, services } = ctx;
      if (services.outbox)
        return queueRemoteCall(ctx, services.outbox, { ...json, allow_duplicate: false, holdsDuplicate: true });
      return placeAndStartCall(ctx, {
        ...json,
        mode: 'simulated',
        persona: null,
        speed: 'fast',
        allow_duplicate: true,
      });
    }),
  );

  bindRoute(tree, v1Routes.listCalls, async (ctx) => {
    const { limit, cursor, ...filter } = ctx.query;
    await ctx.services.scoreTotals.prepare(filter);
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    // Only a filter for the mode lists trials: other programs would count them.
    const withoutTrials = filter.mode === undefined;
    const rows = listCallsBefore(ctx.db, ctx.orgId, filter, { before, limit: limit + 1, withoutTrials });
    const buildRecordingUrl = createRecordingUrlBuilder(ctx);
    return {
      body: toPage(
        rows,
        limit,
        (row) => toCallSummary(row, buildRecordingUrl),
        (row) => row.id,
      ),
    };
  });

  bindRoute(tree, v1Routes.getCall, (ctx) => ({ body: describeCall(ctx, requireCall(ctx)) }));

  bindRoute(tree, v1Routes.getCallTimeline, (ctx) => {
    const { id, call_id, is_simulated, agent_version } = requireCall(ctx);
    const { db } = ctx;
    const remote = findRemoteCall(db, id);
    return {
      body: {
        call_id,
        simulated: is_simulated === 1,
        agent_version,
        turns: listTimedTurns(db, id),
        times: remote?.times ?? 'exact',
        has_more_turns: remote?.has_more_turns === 1,
        peaks: readPeaks(db, id),
      },
    };
  });

  bindRoute(
    tree,
    v1Routes.cancelCall,
    (ctx) => {
      const call = ctx.found;
      ctx.setAuditSubject({ label: formatCallLabel(call) });
      return ctx.commitOnce(call.call_id, () => {
        if (call.mode === 'remote') cancelRemoteCall(ctx, ctx.services, call);
        else if (isCallCancelable(call.status)) ctx.services.calls.cancel(call);
        else throw new Problem('not_cancelable', `This call has already ended (status: ${call.status}).`);
        return { body: describeCall(ctx, requireCall(ctx)) };
      });
    },
    requireCall,
  );
}

/** Adds the routes that only the window uses. */
function addAppRoutes(tree: RouteTree<DetailServices>): void {
  bindRoute(tree, appRoutes.listCallRecords, async ({ db, orgId, services, query }) => {
    const { sort, descending, offset, limit, ...filter } = query;
    await services.scoreTotals.prepare(filter);
    const rows = listCallsInOrder(db, orgId, filter, { sort, descending, offset, limit });
    const findMatch = createMatchFinder(db, orgId, filter.text);
    const readRecord = createRecordReader({ db, orgId, outbox: services.outbox });
    const data = rows.map((row) => readRecord(row, findMatch(row)));
    const hasDates = filter.from !== undefined || filter.to !== undefined;
    const without_date = hasDates ? countCallsWithoutDate(db, orgId, filter) : 0;
    return { body: { data, total: countCalls(db, orgId, filter), without_date } };
  });

  bindRoute(tree, appRoutes.exportCalls, async ({ request, db, orgId, services, query: { format, ...filter } }) => {
    await services.scoreTotals.prepare(filter);
    // The stream of a HEAD response would be neither read nor canceled.
    const body = request.method === 'HEAD' ? null : exportCalls(db, orgId, filter, format);
    return createDownload(body, { mediaType: exportMediaTypes[format], fileName: `calls.${format}` });
  });

  bindRoute(tree, appRoutes.getCallNeighbors, async (ctx) => {
    const { db, orgId } = ctx;
    const { sort, descending, ...filter } = ctx.query;
    await ctx.services.scoreTotals.prepare(filter);
    const found = findCallNeighbors(db, orgId, filter, { sort, descending }, requireCall(ctx));
    const findId = (id: number | null) => (id === null ? null : (findCallByRowId(db, orgId, id)?.call_id ?? null));
    const { previous, next, index, isMatch } = found;
    const total = countCalls(db, orgId, filter);
    return { body: { previous: findId(previous), next: findId(next), index, is_match: isMatch, total } };
  });

  bindRoute(tree, appRoutes.getCallDetails, (ctx) => ({ body: describeCallDetails(ctx) }));

  bindRoute(tree, appRoutes.listCallFacets, ({ db, orgId }) => {
    const readName = createNameReader(db, orgId);
    const recent_recipients = listLatestCallPerNumber(db, orgId, maxRecentRecipients).map((row) => ({
      recipient_number: row.recipient_number,
      recipient_name: readName(row.id),
      agent_id: row.agent_id,
      metadata: readCallMetadata(db, orgId, row.id),
      placed_at: formatTimestamp(row.created_at),
    }));
    return {
      body: {
        dispositions: [...listDispositions(db, orgId)],
        tags: [...listTags(db)],
        reviewers: [...listReviewers(db)],
        recent_recipients,
      },
    };
  });

  bindRoute(tree, appRoutes.getRecipientNameRule, ({ db, orgId }) => ({
    body: { rule: findRecipientNameRule(db, orgId).map((fields) => [...fields]) },
  }));

  bindRoute(tree, appRoutes.updateRecipientNameRule, ({ db, orgId, events, json: { rule }, commit, setAuditSubject }) =>
    commit(() => {
      const label = rule.map((fields) => fields.join(' + ')).join(', ');
      setAuditSubject({ label: (label || 'none').slice(0, limits.auditSubjectLength) });
      storeRecipientNameRule(db, orgId, rule);
      events.publish({ type: 'recipient_name_rule.changed' }, orgId);
      return { body: { rule } };
    }),
  );
}

type RecordingUrlContext = CallRequestContext &
  Pick<RequestContext<Route, Pick<CallServices, 'urlSigner'>>, 'request' | 'services'>;

type DetailServices = Pick<CallServices, 'urlSigner' | 'outbox' | 'remoteCalls' | 'scoreTotals'>;

type DetailContext = CallRequestContext & Pick<RequestContext<Route, DetailServices>, 'services'>;

function describeCall(ctx: RecordingUrlContext, row: CallRow): CallBody {
  const turns = row.status === 'completed' ? listTurns(ctx.db, row.id) : [];
  const transcript = turns.map(({ speaker, text }) => ({ speaker, text }));
  return { ...toCallSummary(row, createRecordingUrlBuilder(ctx)), transcript };
}

function describeCallDetails(ctx: DetailContext): CallDetails {
  const { db, orgId, services } = ctx;
  const row = requireCall(ctx);
  const { match: _, ...record } = createRecordReader({ db, orgId, outbox: services.outbox })(row);
  const recording = findRecording(db, row.id);
  const trial = findTrial(db, row.id);
  return {
    ...record,
    tried: trial
      ? { definition: trial.definition, draft_revision: trial.draftRevision, request_id: trial.requestId }
      : null,
    set_by: [...readReviewAuthors(db, row.id)],
    metadata: readCallMetadata(db, orgId, row.id),
    recording: recording
      ? {
          url: signRecordingUrl(services.urlSigner, row.call_id),
          duration_seconds: recording.duration_ms / 1000,
          size_bytes: recording.size_bytes,
        }
      : null,
    remote_recording: recording ? null : describeRemoteRecording(ctx, row),
  };
}

function describeRemoteRecording({ db, services }: DetailContext, { id, call_id }: CallRow) {
  const remote = findRemoteCall(db, id);
  if (!services.remoteCalls || !remote?.recording_url) return null;
  return { is_fetching: services.remoteCalls.isFetchingRecording(call_id), error: remote.recording_error };
}

/** Returns a function that builds the absolute recording URL of a call, with the origin of the request. */
function createRecordingUrlBuilder({
  request,
  services,
}: Pick<RecordingUrlContext, 'request' | 'services'>): (row: CallRow) => string {
  const buildUrl = createUrlBuilder(request);
  return ({ call_id }) => buildUrl(signRecordingUrl(services.urlSigner, call_id));
}
