import { v1Routes } from '../../../shared/contract.ts';
import type { Call as CallBody } from '../../../shared/calls.ts';
import { isCancelable } from '../../../shared/call-status.ts';
import { Problem } from '../../../shared/problems.ts';
import { readCursor, toPage } from '../http/paging.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { addressesAt } from '../http/signed-address.ts';
import { callOf, type CallRequest } from './call-of.ts';
import { toCallSummary, type CallRow } from './call-row.ts';
import { listCallsBefore } from './list-calls.ts';
import { describePlaced, fingerprintOf, nameCall, placeCall, type Placed } from './place-call.ts';
import { addressOfRecording } from './recording-address.ts';
import { readPeaks } from './recording-queries.ts';
import { listTimedTurns, listTurns } from './turn-queries.ts';

export function addCallRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.placeCall, ({ workspace, principal, json, commitOnce, about }) => {
    let placed: Placed | undefined;
    const answer = commitOnce(fingerprintOf(json), () => {
      const wanted = { ...json, recipient: 'simulated', persona: null, pace: 'fast', again: true } as const;
      placed = placeCall(workspace, principal, wanted);
      about({ label: nameCall(placed) });
      return describePlaced(placed);
    });
    if (placed) workspace.calls.start(placed);
    return answer;
  });

  bindRoute(tree, v1Routes.listCalls, ({ request, workspace, principal, query }) => {
    const { limit, cursor, ...filter } = query;
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = listCallsBefore(workspace.db, principal.orgId, filter, { before, limit: limit + 1 });
    const addressOf = addresser(request, workspace);
    return {
      body: toPage(
        rows,
        limit,
        (row) => toCallSummary(row, addressOf),
        (row) => row.id,
      ),
    };
  });

  bindRoute(tree, v1Routes.getCall, (call) => ({ body: describeCall(call, callOf(call)) }));

  bindRoute(tree, v1Routes.getTimeline, (call) => {
    const { id, call_id } = callOf(call);
    const { db } = call.workspace;
    return { body: { call_id, rehearsal: true, turns: listTimedTurns(db, id), peaks: readPeaks(db, id) } };
  });

  bindRoute(tree, v1Routes.cancelCall, (call) => {
    const { calls } = call.workspace;
    call.about({ label: nameCall(callOf(call)) });
    let canceled: CallRow | undefined;
    const answer = call.commitOnce(callOf(call).call_id, () => {
      const row = callOf(call);
      if (!isCancelable(row.status)) throw new Problem('not_cancelable', `This call is over: it is ${row.status}.`);
      calls.cancel(row);
      canceled = row;
      return { body: describeCall(call, callOf(call)) };
    });
    // Nobody waits until its voices have fallen silent.
    if (canceled) void calls.stopCanceled(canceled);
    return answer;
  });
}

type AddressedRequest = CallRequest & { readonly request: Request };

function describeCall({ request, workspace }: AddressedRequest, row: CallRow): CallBody {
  const turns = row.status === 'completed' ? listTurns(workspace.db, row.id) : [];
  const transcript = turns.map(({ speaker, text }) => ({ speaker, text }));
  return { ...toCallSummary(row, addresser(request, workspace)), transcript };
}

/** Gives recordings addresses of the origin that was asked. */
function addresser(request: Request, { signer }: AddressedRequest['workspace']): (row: CallRow) => string {
  const toAddress = addressesAt(request);
  return ({ call_id }) => toAddress(addressOfRecording(signer, call_id));
}
