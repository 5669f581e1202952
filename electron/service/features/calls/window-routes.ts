import { appRoutes } from '../../../../shared/contract.ts';
import type { CallDetails } from '../../../../shared/calls.ts';
import type { Route } from '../../../../shared/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import type { UrlSigner } from '../../platform/http/url-signer.ts';
import { requireCall, type CallRequestContext } from './require-call.ts';
import { readCallMetadata } from './call-queries.ts';
import { toCallRecord, toTimestamp } from './call-row.ts';
import { exportCalls } from './export-calls.ts';
import { createMatchFinder } from './find-hit.ts';
import { countCalls } from './call-filter.ts';
import { listCallsInOrder, listDispositions, listLatestCallPerNumber } from './call-list-queries.ts';
import { signRecordingUrl } from '../recordings/recording-address.ts';
import { findRecording } from '../recordings/recording-queries.ts';

/** As many numbers as a menu can offer. */
const maxRecentRecipients = 8;

type CallAppServices = { readonly urlSigner: UrlSigner };

export function addCallAppRoutes(tree: RouteTree<CallAppServices>): void {
  bindRoute(tree, appRoutes.listCallRecords, ({ db, orgId, query }) => {
    const { sort, descending, offset, limit, ...filter } = query;
    const rows = listCallsInOrder(db, orgId, filter, { sort: sort, descending, offset, limit });
    const findHit = createMatchFinder(db, filter.text);
    const data = rows.map((row) => toCallRecord(row, findHit(row)));
    return { body: { data, total: countCalls(db, orgId, filter) } };
  });

  bindRoute(tree, appRoutes.exportCalls, ({ request, db, orgId, query }) => {
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="calls.csv"',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    };
    // Nobody would read, or cancel, the stream of a HEAD.
    if (request.method === 'HEAD') return new Response(null, { headers });
    return new Response(exportCalls(db, orgId, query), { headers });
  });

  bindRoute(tree, appRoutes.getCallDetails, (ctx) => ({ body: describeCallDetails(ctx) }));

  bindRoute(tree, appRoutes.listCallFacets, ({ db, orgId }) => {
    const recent_recipients = listLatestCallPerNumber(db, orgId, maxRecentRecipients).map((row) => ({
      recipient_number: row.recipient_number,
      agent_id: row.agent_id,
      metadata: readCallMetadata(db, row.id),
      placed_at: toTimestamp(row.created_at),
    }));
    return { body: { dispositions: [...listDispositions(db, orgId)], recent_recipients: recent_recipients } };
  });
}

type CallDetailsContext = CallRequestContext & Pick<RequestContext<Route, CallAppServices>, 'services'>;

function describeCallDetails(ctx: CallDetailsContext): CallDetails {
  const { db, services } = ctx;
  const row = requireCall(ctx);
  const { match: _, ...record } = toCallRecord(row);
  const recording = findRecording(db, row.id);
  return {
    ...record,
    metadata: readCallMetadata(db, row.id),
    recording: recording
      ? {
          url: signRecordingUrl(services.urlSigner, row.call_id),
          duration_seconds: recording.duration_ms / 1000,
          size_bytes: recording.size_bytes,
        }
      : null,
  };
}
