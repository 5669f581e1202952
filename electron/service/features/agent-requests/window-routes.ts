import { hasDeliveryConsole, type AgentRequestRecord } from '../../../../shared/agent-requests.ts';
import { appRoutes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import {
  canTransitionAgentRequest,
  isAgentRequestClosed,
  agentRequestStatusLabels,
  type AgentRequestStatus,
} from '../../../../shared/agent-request-status.ts';
import type { EventHub } from '../../platform/events/event-hub.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { deliverRequest } from './deliver-request.ts';
import { listRequestRecords, toRequestRecord } from './list-request-records.ts';
import { requireRequest, type AgentRequestContext } from './require-request.ts';
import { assignEngineer, moveRequest, setUatDate } from './request-queries.ts';
import type { AgentRequestRow } from './request-row.ts';

/** The window's list, and the delivery console: what the solutions team does where there is no other one. */
export function addAgentRequestAppRoutes(tree: RouteTree, hub: EventHub): void {
  const tell = ({ request_id, org_id }: AgentRequestRow) =>
    hub.publish({ type: 'agent_request.changed', request_id }, org_id);

  bindRoute(tree, appRoutes.listAgentRequestRecords, ({ workspace, principal: { orgId } }) => ({
    body: listRequestRecords(workspace, orgId),
  }));

  bindRoute(
    tree,
    appRoutes.updateAgentRequest,
    (call) => {
      const row = requireConsoleRequest(call);
      const { db } = call.workspace;
      const { assigned_engineer: engineer, estimated_uat_date: date } = call.json;
      if (isAgentRequestClosed(row.status))
        throw new Problem('request_closed', `This request is over: it was ${row.status}.`);
      let isChanged = false;
      const answer = call.commit(() => {
        const deed = createChangeInfo(call);
        const isAssigned = engineer !== undefined && assignEngineer(db, row, engineer, deed);
        const isDated = date !== undefined && setUatDate(db, row, date === null ? null : Date.parse(date), deed);
        isChanged = isAssigned || isDated;
        return { body: readRecord(call) };
      });
      if (isChanged) tell(row);
      return answer;
    },
    requireRequest,
  );

  bindRoute(
    tree,
    appRoutes.moveAgentRequest,
    (call) => {
      const { db } = call.workspace;
      const { json } = call;
      const row = requireConsoleRequest(call);
      const answer = call.commitOnce(JSON.stringify([row.request_id, json]), () => {
        assertMoveAllowed(requireRequest(call), json.to);
        moveRequest(db, row, json.to, {
          ...createChangeInfo(call),
          ...(json.to === 'rejected' && { reason: json.reason }),
        });
        return { body: readRecord(call) };
      });
      tell(row);
      return answer;
    },
    requireRequest,
  );

  bindRoute(
    tree,
    appRoutes.deliverAgentRequest,
    (call) => {
      const row = requireConsoleRequest(call);
      let agentId: string | undefined;
      const answer = call.commitOnce(JSON.stringify([row.request_id, call.json]), () => {
        assertMoveAllowed(requireRequest(call), 'delivered');
        agentId = deliverRequest(call.workspace, row, call.json, call.principal);
        return { body: readRecord(call) };
      });
      if (agentId !== undefined) {
        hub.publish({ type: 'agent.changed', agent_id: agentId }, row.org_id);
        tell(row);
      }
      return answer;
    },
    requireRequest,
  );
}

function requireConsoleRequest(call: AgentRequestContext): AgentRequestRow {
  const row = requireRequest(call);
  if (!hasDeliveryConsole(call.workspace))
    throw new Problem('console_unavailable', 'Its remote’s own team works on this request.');
  return row;
}

function assertMoveAllowed({ status }: AgentRequestRow, to: AgentRequestStatus): void {
  if (canTransitionAgentRequest(status, to)) return;
  const [from, wanted] = [agentRequestStatusLabels[status], agentRequestStatusLabels[to]];
  throw new Problem('move_not_allowed', `A request cannot go from “${from}” to “${wanted}”.`);
}

function createChangeInfo({ workspace, principal }: AgentRequestContext) {
  return { at: workspace.context.now(), by: principal.keyId };
}

/** The request as it is now. */
function readRecord(call: AgentRequestContext): AgentRequestRecord {
  return toRequestRecord(call.workspace.db, requireRequest(call));
}
