import type { Delivery, AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';
import type { Client } from '../../../../shared/contract/client.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { app } from '../../../data/service-clients.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { formatRequestName } from '../format-request-name.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { refetchRequests } from '../requests-query.ts';

type RouteBody<R extends typeof appRoutes.updateAgentRequest | typeof appRoutes.moveAgentRequest> =
  Parameters<Client>[1] & {
    readonly json: R['json']['_zod']['input'];
  };

/** Assigns an engineer or sets the UAT date. Shows a toast and returns false if that fails. */
export function changeRequest(
  request: AgentRequestRecord,
  json: RouteBody<typeof appRoutes.updateAgentRequest>['json'],
): Promise<boolean> {
  const { request_id } = request;
  return runRequestAction(request, () => app(appRoutes.updateAgentRequest, { params: { request_id }, json }));
}

export function moveRequest(
  request: AgentRequestRecord,
  json: RouteBody<typeof appRoutes.moveAgentRequest>['json'],
): Promise<boolean> {
  const { request_id } = request;
  return runRequestAction(request, () => app(appRoutes.moveAgentRequest, { params: { request_id }, json }));
}

/** Delivers the agent. Throws the error of the service, for the form to show. */
export async function deliverRequest({ request_id }: AgentRequestRecord, json: Delivery, key: string): Promise<void> {
  const headers = { 'Idempotency-Key': key };
  await app(appRoutes.deliverAgentRequest, { params: { request_id }, json, headers });
  await refetchRequests();
  showToast(`Delivered “${json.name}”. It can place calls now.`);
}

/** Resolves when the views show the changed request, so that no action is based on stale data. */
async function runRequestAction(request: AgentRequestRecord, action: () => Promise<unknown>): Promise<boolean> {
  let isDone = false;
  try {
    await action();
    isDone = true;
  } catch (error) {
    showRequestError(`The request for “${formatRequestName(request)}” was not changed`, error);
  }
  await refetchRequests();
  return isDone;
}
