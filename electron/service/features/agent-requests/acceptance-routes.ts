import type { Acceptance } from '../../../../shared/agents/acceptance.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { Workspace } from '../../../../shared/workspaces/workspaces.ts';
import { computeResourceEtag, requireMatch, respondWithEtag } from '../../platform/http/etag.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import { createAuthor } from '../organizations/authors.ts';
import type { RemoteLink } from '../remote/remote-client.ts';
import { deleteAcceptanceDecision, storeAcceptanceDecision } from './acceptance-queries.ts';
import { readAcceptance } from './acceptance.ts';
import type { AgentRequestRow } from './agent-request-queries.ts';
import { requireInUat } from './build-agent.ts';
import { findRemoteAcceptance, type RemoteAcceptance } from './remote-acceptance.ts';
import { requireAgentRequest, requireDeliveryConsole } from './require-agent-request.ts';

/** `remote` is null unless the workspace is linked. */
type Services = { readonly workspaceKind: Workspace['kind']; readonly remote: RemoteLink | null };

type DecisionContext = RequestContext<typeof v1Routes.decideAcceptancePoint, Services, AgentRequestRow>;

export function addAcceptanceRoutes(tree: RouteTree<Services>): void {
  bindRoute(tree, v1Routes.getAcceptance, async (ctx) => {
    const request = requireAgentRequest(ctx);
    const remote = await findRemote(ctx, request);
    return respondWithEtag(remote ? (await remote.read()).acceptance : readAcceptance(ctx.db, request));
  });

  bindRoute(
    tree,
    v1Routes.decideAcceptancePoint,
    async (ctx) => {
      const remote = await findRemote(ctx, ctx.found);
      return remote ? decideOnRemote(ctx, remote) : decideHere(ctx);
    },
    requireAgentRequest,
  );
}

type FindContext = Pick<RequestContext<Route, Services>, 'db' | 'services' | 'request'>;

function findRemote({ db, services, request }: FindContext, found: AgentRequestRow): Promise<RemoteAcceptance | null> {
  return findRemoteAcceptance({ db, remote: services.remote, signal: request.signal }, found);
}

/** Nothing is stored here: the remote has the decision and its author. */
async function decideOnRemote(ctx: DecisionContext, remote: RemoteAcceptance) {
  const seen = await remote.read();
  checkDecision(ctx, seen.acceptance);
  const { acceptance } = await remote.decide(ctx.params.position, ctx.json, seen);
  return ctx.commit(() => {
    publishDecision(ctx);
    return respondWithEtag(acceptance);
  });
}

function decideHere(ctx: DecisionContext) {
  return ctx.commit(() => {
    const { db, context, principal, found: request, json, params } = ctx;
    requireDeliveryConsole(ctx.services);
    requireInUat(request);
    const { position, text } = checkDecision(ctx, readAcceptance(db, request));
    if (json.decision === null) deleteAcceptanceDecision(db, request.id, params.position);
    else
      storeAcceptanceDecision(db, request.id, {
        position,
        text,
        decision: json.decision,
        reason: 'reason' in json ? json.reason : '',
        decided_at: context.now(),
        ...createAuthor(principal),
      });
    publishDecision(ctx);
    return respondWithEtag(readAcceptance(db, request));
  });
}

/** Returns the point of the path. Throws Problem `not_found`, or `precondition_failed` if the client has seen another state. */
function checkDecision({ request, params }: DecisionContext, acceptance: Acceptance) {
  const point = acceptance.points[params.position];
  if (!point) throw new Problem('not_found', `The objective has no point ${params.position + 1}.`);
  requireMatch(request, () => computeResourceEtag(acceptance));
  return point;
}

/** Names the decision in the activity, and publishes it. Call in a transaction. */
function publishDecision({ found, json, params, setAuditSubject, events, orgId }: DecisionContext): void {
  const { request_id, name } = found;
  const done = `${json.decision ?? 'reopened'} point ${params.position + 1}`;
  setAuditSubject({ id: request_id, label: formatTargetLabel(name || request_id, done) });
  events.publish({ type: 'agent_request.changed', request_id }, orgId);
}
