import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Workspace } from '../../../../shared/workspaces/workspaces.ts';
import { computeResourceEtag, requireMatch, respondWithEtag } from '../../platform/http/etag.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import { createAuthor } from '../organizations/authors.ts';
import { deleteAcceptanceDecision, storeAcceptanceDecision } from './acceptance-queries.ts';
import { readAcceptance } from './acceptance.ts';
import { requireInUat } from './build-agent.ts';
import { requireAgentRequest, requireDeliveryConsole } from './require-agent-request.ts';

export function addAcceptanceRoutes(tree: RouteTree<{ readonly workspaceKind: Workspace['kind'] }>): void {
  bindRoute(tree, v1Routes.getAcceptance, (ctx) => respondWithEtag(readAcceptance(ctx.db, requireAgentRequest(ctx))));

  bindRoute(
    tree,
    v1Routes.decideAcceptancePoint,
    (ctx) =>
      ctx.commit(() => {
        const { db, orgId, context, principal, events, found: request, json, params } = ctx;
        requireDeliveryConsole(ctx.services);
        requireInUat(request);
        const acceptance = readAcceptance(db, request);
        const point = acceptance.points[params.position];
        if (!point) throw new Problem('not_found', `The objective has no point ${params.position + 1}.`);
        requireMatch(ctx.request, () => computeResourceEtag(acceptance));
        const { position, text } = point;
        if (json.decision === null) deleteAcceptanceDecision(db, request.id, position);
        else
          storeAcceptanceDecision(db, request.id, {
            position,
            text,
            decision: json.decision,
            reason: 'reason' in json ? json.reason : '',
            decided_at: context.now(),
            ...createAuthor(principal),
          });
        const done = `${json.decision ?? 'reopened'} point ${position + 1}`;
        ctx.setAuditSubject({
          id: request.request_id,
          label: formatTargetLabel(request.name || request.request_id, done),
        });
        events.publish({ type: 'agent_request.changed', request_id: request.request_id }, orgId);
        return respondWithEtag(readAcceptance(db, request));
      }),
    requireAgentRequest,
  );
}
