import type { Delivery, RequestRecord } from '../../../shared/agent-requests.ts';
import type { Client } from '../../../shared/client.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { tellError } from '../../format/tell-error.ts';
import { app } from '../../service.ts';
import { tell, tellFailure } from '../../ui/toasts.tsx';
import { refreshAgents, readRequestsAgain } from '../agents-cache.ts';
import { nameRequest } from '../name-request.ts';

type Input<R extends typeof appRoutes.changeRequest | typeof appRoutes.moveRequest> = Parameters<Client>[1] & {
  readonly json: R['json']['_zod']['input'];
};

/** Assigns an engineer or sets the UAT date; false where that failed, which has been told. */
export function changeRequest(
  request: RequestRecord,
  json: Input<typeof appRoutes.changeRequest>['json'],
): Promise<boolean> {
  const { request_id } = request;
  return act(request, () => app(appRoutes.changeRequest, { params: { request_id }, json }));
}

export function moveRequest(
  request: RequestRecord,
  json: Input<typeof appRoutes.moveRequest>['json'],
): Promise<boolean> {
  const { request_id } = request;
  return act(request, () => app(appRoutes.moveRequest, { params: { request_id }, json }));
}

/** Delivers; throws what the service answered, for the form to show. */
export async function deliverRequest({ request_id }: RequestRecord, json: Delivery, key: string): Promise<void> {
  const headers = { 'Idempotency-Key': key };
  await app(appRoutes.deliverRequest, { params: { request_id }, json, headers });
  refreshAgents();
  await readRequestsAgain();
  tell(`“${json.name}” was delivered and can call now`);
}

/** Resolves when the request is shown as it stands then, so that nobody acts on it as it was. */
async function act(request: RequestRecord, deed: () => Promise<unknown>): Promise<boolean> {
  let isDone = false;
  try {
    await deed();
    isDone = true;
  } catch (error) {
    tellFailure(`The request for “${nameRequest(request)}” was not changed`, tellError(error));
  }
  await readRequestsAgain();
  return isDone;
}
