import { hasDeliveryConsole } from '../../../../shared/agents/agent-requests.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { Workspace } from '../../../../shared/workspaces/workspaces.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findAgentRequest, type AgentRequestRow } from './agent-request-queries.ts';

/** A request whose path contains the ID of a build request. */
export type AgentRequestContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly request_id: string };
};

/** Returns the build request of the path. Throws Problem `request_not_found`. */
export function requireAgentRequest({ db, orgId, params }: AgentRequestContext): AgentRequestRow {
  const row = findAgentRequest(db, orgId, params.request_id);
  if (!row)
    throw new Problem(
      'request_not_found',
      `There is no build request with the ID ${JSON.stringify(params.request_id)}.`,
    );
  return row;
}

/** Throws Problem `console_unavailable` in a linked workspace, where the remote's team handles build requests. */
export function requireDeliveryConsole({ workspaceKind }: { readonly workspaceKind: Workspace['kind'] }): void {
  if (!hasDeliveryConsole({ kind: workspaceKind }))
    throw new Problem('console_unavailable', 'The remote’s delivery team handles this build request.');
}
