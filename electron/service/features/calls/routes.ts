import { v1Routes } from '../../../../shared/contract.ts';
import type { Call as CallBody } from '../../../../shared/calls.ts';
import { isCallCancelable } from '../../../../shared/call-status.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { createUrlBuilder, type UrlSigner } from '../../platform/http/url-signer.ts';
import { requireCall, type CallRequestContext } from './require-call.ts';
import { toCallSummary, type CallRow } from './call-row.ts';
import { listCallsBefore } from './call-list-queries.ts';
import type { Calls } from './calls.ts';
import { computeCallFingerprint, formatCallLabel, placeAndStartCall } from './place-call.ts';
import { signRecordingUrl } from '../recordings/recording-address.ts';
import { readPeaks } from '../recordings/recording-queries.ts';
import { listTimedTurns, listTurns } from './turn-queries.ts';

type CallServices = { readonly calls: Calls; readonly urlSigner: UrlSigner };

export function addCallRoutes(tree: RouteTree<CallServices>): void {
  bindRoute(tree, v1Routes.placeCall, (ctx) =>
    ctx.commitOnce(computeCallFingerprint(ctx.json), () =>
      placeAndStartCall(ctx, {
        ...ctx.json,
        mode: 'simulated',
        persona: null,
        speed: 'fast',
        allow_duplicate: true,
      }),
    ),
  );

  bindRoute(tree, v1Routes.listCalls, (ctx) => {
    const { limit, cursor, ...filter } = ctx.query;
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = listCallsBefore(ctx.db, ctx.orgId, filter, { before, limit: limit + 1 });
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
    const { id, call_id } = requireCall(ctx);
    const { db } = ctx;
    return { body: { call_id, simulated: true, turns: listTimedTurns(db, id), peaks: readPeaks(db, id) } };
  });

  bindRoute(
    tree,
    v1Routes.cancelCall,
    (ctx) => {
      const call = ctx.found;
      ctx.setAuditSubject({ label: formatCallLabel(call) });
      return ctx.commitOnce(call.call_id, () => {
        if (!isCallCancelable(call.status))
          throw new Problem('not_cancelable', `This call has ended: it is ${call.status}.`);
        ctx.services.calls.cancel(call);
        return { body: describeCall(ctx, requireCall(ctx)) };
      });
    },
    requireCall,
  );
}

type RecordingUrlContext = Pick<RequestContext<Route, CallServices>, 'request' | 'services'>;

function describeCall(ctx: CallRequestContext & RecordingUrlContext, row: CallRow): CallBody {
  const turns = row.status === 'completed' ? listTurns(ctx.db, row.id) : [];
  const transcript = turns.map(({ speaker, text }) => ({ speaker, text }));
  return { ...toCallSummary(row, createRecordingUrlBuilder(ctx)), transcript };
}

/** Returns a function that builds the recording URL of a call, with the origin of the request. */
function createRecordingUrlBuilder({ request, services }: RecordingUrlContext): (row: CallRow) => string {
  const buildUrl = createUrlBuilder(request);
  return ({ call_id }) => buildUrl(signRecordingUrl(services.urlSigner, call_id));
}
