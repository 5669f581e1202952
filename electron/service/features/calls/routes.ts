import { v1Routes } from '../../../../shared/contract.ts';
import type { Call as CallBody } from '../../../../shared/calls.ts';
import { isCallCancelable } from '../../../../shared/call-status.ts';
import { Problem } from '../../../../shared/problems.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { createUrlBuilder } from '../../platform/http/url-signer.ts';
import { requireCall, type CallRequestContext } from './require-call.ts';
import { toCallSummary, type CallRow } from './call-row.ts';
import { listCallsBefore } from './call-list-queries.ts';
import {
  toPlacedCallResponse,
  computeCallFingerprint,
  formatCallLabel,
  placeCall,
  type PlacedCall,
} from './place-call.ts';
import { signRecordingUrl } from '../recordings/recording-address.ts';
import { readPeaks } from '../recordings/recording-queries.ts';
import { listTimedTurns, listTurns } from './turn-queries.ts';

export function addCallRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.placeCall, ({ workspace, principal, json, commitOnce, setAuditSubject }) => {
    let placed: PlacedCall | undefined;
    const answer = commitOnce(computeCallFingerprint(json), () => {
      const wanted = { ...json, mode: 'simulated', persona: null, speed: 'fast', allow_duplicate: true } as const;
      placed = placeCall(workspace, principal, wanted);
      setAuditSubject({ label: formatCallLabel(placed) });
      return toPlacedCallResponse(placed);
    });
    if (placed) workspace.calls.start(placed);
    return answer;
  });

  bindRoute(tree, v1Routes.listCalls, ({ request, workspace, principal, query }) => {
    const { limit, cursor, ...filter } = query;
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = listCallsBefore(workspace.db, principal.orgId, filter, { before, limit: limit + 1 });
    const addressOf = createRecordingUrlBuilder(request, workspace);
    return {
      body: toPage(
        rows,
        limit,
        (row) => toCallSummary(row, addressOf),
        (row) => row.id,
      ),
    };
  });

  bindRoute(tree, v1Routes.getCall, (call) => ({ body: describeCall(call, requireCall(call)) }));

  bindRoute(tree, v1Routes.getCallTimeline, (call) => {
    const { id, call_id } = requireCall(call);
    const { db } = call.workspace;
    return { body: { call_id, simulated: true, turns: listTimedTurns(db, id), peaks: readPeaks(db, id) } };
  });

  bindRoute(tree, v1Routes.cancelCall, (call) => {
    const { calls } = call.workspace;
    call.setAuditSubject({ label: formatCallLabel(requireCall(call)) });
    let canceled: CallRow | undefined;
    const answer = call.commitOnce(requireCall(call).call_id, () => {
      const row = requireCall(call);
      if (!isCallCancelable(row.status)) throw new Problem('not_cancelable', `This call is over: it is ${row.status}.`);
      calls.cancel(row);
      canceled = row;
      return { body: describeCall(call, requireCall(call)) };
    });
    // Nobody waits until its voices have fallen silent.
    if (canceled) void calls.stopCanceled(canceled);
    return answer;
  });
}

type DescribeCallContext = CallRequestContext & { readonly request: Request };

function describeCall({ request, workspace }: DescribeCallContext, row: CallRow): CallBody {
  const turns = row.status === 'completed' ? listTurns(workspace.db, row.id) : [];
  const transcript = turns.map(({ speaker, text }) => ({ speaker, text }));
  return { ...toCallSummary(row, createRecordingUrlBuilder(request, workspace)), transcript };
}

/** Gives recordings addresses of the origin that was asked. */
function createRecordingUrlBuilder(
  request: Request,
  { urlSigner }: DescribeCallContext['workspace'],
): (row: CallRow) => string {
  const toAddress = createUrlBuilder(request);
  return ({ call_id }) => toAddress(signRecordingUrl(urlSigner, call_id));
}
