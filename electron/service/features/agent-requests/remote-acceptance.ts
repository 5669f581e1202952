import type * as z from 'zod';
import { acceptanceSchema, decideAcceptancePoint, type Acceptance } from '../../../../shared/agents/acceptance.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { toPlainLine, toPlainText } from '../../../../shared/text/plain-text.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  asProblem,
  isMissing,
  type RemoteClient,
  type RemoteLink,
  type RemoteRequest,
} from '../remote/remote-client.ts';
import { findRemoteItem } from '../remote/remote-item-queries.ts';
import type { AgentRequestRow } from './agent-request-queries.ts';

/** More points than an objective has. */
const pointsMax = 100;

type RemoteState = { readonly acceptance: Acceptance; readonly etag: string | null };

/** The acceptance test of a build request, as the remote of a linked workspace has it. Its methods throw Problem `remote_failed`. */
export type RemoteAcceptance = {
  readonly read: () => Promise<RemoteState>;
  /** Also throws Problem `precondition_failed` if the remote has another state than `seen`. */
  readonly decide: (
    position: number,
    json: z.output<typeof decideAcceptancePoint.json>,
    seen: RemoteState,
  ) => Promise<RemoteState>;
};

type Options = { readonly db: Database; readonly remote: RemoteLink | null; readonly signal: AbortSignal };

/** Returns the acceptance test that the remote has. Null if there is no remote, or if it does not list the routes. */
export async function findRemoteAcceptance(
  { db, remote, signal }: Options,
  { request_id }: AgentRequestRow,
): Promise<RemoteAcceptance | null> {
  const client = remote && (await remote.getClient().catch(rethrowAsProblem));
  const remoteId = findRemoteItem(db, 'agent_request', request_id)?.remote_id;
  if (!client?.capabilities.acceptance || remoteId === undefined) return null;
  const path = `/agents/requests/${encodeURIComponent(remoteId)}/acceptance`;
  const send = async (request: RemoteRequest): Promise<RemoteState> => {
    const { acceptance, etag } = await fetchAcceptance(client, { ...request, signal });
    return { acceptance: { ...acceptance, request_id }, etag };
  };
  return {
    read: () => send({ method: 'GET', path }),
    decide: (position, json, { etag }) =>
      send({ method: 'PATCH', path: `${path}/${position}`, json, ...(etag !== null && { ifMatch: etag }) }),
  };
}

async function fetchAcceptance(client: RemoteClient, request: RemoteRequest): Promise<RemoteState> {
  const { body, etag } = await client.request(request).catch(rethrowAsProblem);
  const { success, data } = acceptanceSchema.safeParse(body);
  if (!success) throw new Problem('remote_failed', 'The remote sent an acceptance test that cannot be shown.');
  return { acceptance: bound(data), etag };
}

/** Shortens what the schema does not limit. */
function bound(acceptance: Acceptance): Acceptance {
  const points = acceptance.points.slice(0, pointsMax).map((point, position) => ({
    ...point,
    position,
    text: toPlainText(point.text.slice(0, limits.objectiveLength)),
    reason: toPlainText(point.reason.slice(0, limits.rejectionReasonLength)),
    author: point.author && {
      ...point.author,
      name: point.author.name === null ? null : toPlainLine(point.author.name.slice(0, limits.titleLength)),
    },
  }));
  return { ...acceptance, points };
}

function rethrowAsProblem(error: unknown): never {
  const problem = asProblem(error, ['precondition_failed', ...decideAcceptancePoint.problems]);
  if (isMissing(error) && problem instanceof Problem && problem.code === 'remote_failed')
    throw new Problem('request_not_found', 'The remote has no acceptance test of this build request.', {
      cause: error,
    });
  throw problem;
}
