import { appRoutes } from '../../../shared/contract.ts';
import type { CallDetails } from '../../../shared/calls.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { callOf, type CallRequest } from './call-of.ts';
import { readMetadata } from './call-queries.ts';
import { toCallRecord, toTimestamp } from './call-row.ts';
import { exportCalls } from './export-calls.ts';
import { createHitFinder } from './find-hit.ts';
import { countCalls } from './call-filter.ts';
import { listCallsInOrder, listDispositions, listRecentCalls } from './list-calls.ts';
import { addressOfRecording } from './recording-address.ts';
import { findRecording } from './recording-queries.ts';

/** As many numbers as a menu can offer. */
const recentsMax = 8;

export function addCallWindowRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.listCallRecords, ({ workspace, principal, query }) => {
    const { db } = workspace;
    const { order, descending, offset, limit, ...filter } = query;
    const rows = listCallsInOrder(db, principal.orgId, filter, { order, descending, offset, limit });
    const findHit = createHitFinder(db, filter.text);
    const data = rows.map((row) => toCallRecord(row, findHit(row)));
    return { body: { data, total: countCalls(db, principal.orgId, filter) } };
  });

  bindRoute(tree, appRoutes.exportCalls, ({ request, workspace, principal, query }) => {
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="calls.csv"',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    };
    // Nobody would read, or cancel, the stream of a HEAD.
    if (request.method === 'HEAD') return new Response(null, { headers });
    return new Response(exportCalls(workspace.db, principal.orgId, query), { headers });
  });

  bindRoute(tree, appRoutes.getCallDetails, (call) => ({ body: describeDetails(call) }));

  bindRoute(tree, appRoutes.listCallFacets, ({ workspace: { db }, principal: { orgId } }) => {
    const recents = listRecentCalls(db, orgId, recentsMax).map((row) => ({
      recipient_number: row.recipient_number,
      agent_id: row.agent_id,
      metadata: readMetadata(db, row.id),
      at: toTimestamp(row.created_at),
    }));
    return { body: { dispositions: [...listDispositions(db, orgId)], recents } };
  });
}

function describeDetails(call: CallRequest): CallDetails {
  const { db, signer } = call.workspace;
  const row = callOf(call);
  const { hit: _, ...record } = toCallRecord(row);
  const recording = findRecording(db, row.id);
  return {
    ...record,
    metadata: readMetadata(db, row.id),
    recording: recording
      ? {
          url: addressOfRecording(signer, row.call_id),
          duration_seconds: recording.duration_ms / 1000,
          size_bytes: recording.size_bytes,
        }
      : null,
  };
}
