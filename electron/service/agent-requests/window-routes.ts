import { hasConsole, type RequestRecord } from '../../../shared/agent-requests.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import {
  canMoveRequest,
  isRequestOver,
  requestStatusNames,
  type RequestStatus,
} from '../../../shared/request-status.ts';
import type { EventHub } from '../events/event-hub.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { deliverRequest } from './deliver-request.ts';
import { listRequestRecords, toRequestRecord } from './list-records.ts';
import { requestOf, type RequestCall } from './request-of.ts';
import { assignEngineer, moveRequest, setUatDate } from './request-queries.ts';
import type { RequestRow } from './request-row.ts';

/** The window's list, and the delivery console: what the solutions team does where there is no other one. */
export function addRequestWindowRoutes(tree: RouteTree, hub: EventHub): void {
  const tell = ({ request_id, org_id }: RequestRow) => hub.publish({ type: 'request.changed', request_id }, org_id);

  bindRoute(tree, appRoutes.listRequestRecords, ({ workspace, principal: { orgId } }) => ({
    body: listRequestRecords(workspace, orgId),
  }));

  bindRoute(
    tree,
    appRoutes.changeRequest,
    (call) => {
      const row = requestInConsole(call);
      const { db } = call.workspace;
      const { assigned_engineer: engineer, estimated_uat_date: date } = call.json;
      if (isRequestOver(row.status)) throw new Problem('request_over', `This request is over: it was ${row.status}.`);
      let isChanged = false;
      const answer = call.commit(() => {
        const deed = deedOf(call);
        const isAssigned = engineer !== undefined && assignEngineer(db, row, engineer, deed);
        const isDated = date !== undefined && setUatDate(db, row, date === null ? null : Date.parse(date), deed);
        isChanged = isAssigned || isDated;
        return { body: describe(call) };
      });
      if (isChanged) tell(row);
      return answer;
    },
    requestOf,
  );

  bindRoute(
    tree,
    appRoutes.moveRequest,
    (call) => {
      const { db } = call.workspace;
      const { json } = call;
      const row = requestInConsole(call);
      const answer = call.commitOnce(JSON.stringify([row.request_id, json]), () => {
        checkMove(requestOf(call), json.to);
        moveRequest(db, row, json.to, { ...deedOf(call), ...(json.to === 'rejected' && { reason: json.reason }) });
        return { body: describe(call) };
      });
      tell(row);
      return answer;
    },
    requestOf,
  );

  bindRoute(
    tree,
    appRoutes.deliverRequest,
    (call) => {
      const row = requestInConsole(call);
      let agentId: string | undefined;
      const answer = call.commitOnce(JSON.stringify([row.request_id, call.json]), () => {
        checkMove(requestOf(call), 'delivered');
        agentId = deliverRequest(call.workspace, row, call.json, call.principal);
        return { body: describe(call) };
      });
      if (agentId !== undefined) {
        hub.publish({ type: 'agent.changed', agent_id: agentId }, row.org_id);
        tell(row);
      }
      return answer;
    },
    requestOf,
  );
}

function requestInConsole(call: RequestCall): RequestRow {
  const row = requestOf(call);
  if (!hasConsole(call.workspace)) throw new Problem('no_console', 'Its remote’s own team works on this request.');
  return row;
}

function checkMove({ status }: RequestRow, to: RequestStatus): void {
  if (canMoveRequest(status, to)) return;
  const [from, wanted] = [requestStatusNames[status], requestStatusNames[to]];
  throw new Problem('move_not_allowed', `A request cannot go from “${from}” to “${wanted}”.`);
}

function deedOf({ workspace, principal }: RequestCall) {
  return { at: workspace.context.now(), by: principal.keyId };
}

/** The request as it is now. */
function describe(call: RequestCall): RequestRecord {
  return toRequestRecord(call.workspace.db, requestOf(call));
}
