// Public: other features may import this file.
import { newAgentRequestSchema } from '../../../../shared/agents/agent-requests.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { isNewOnRemote, type OutboxRow } from '../outbox/outbox-queries.ts';
import { createTakenIdProblem, describeAttempt, type Sender } from '../outbox/outbox.ts';
import { describeItemErrors, joinUnread, ListProblems, type Unread } from '../remote/list-problems.ts';
import { fetchPages, keptListLimits, readAcceptedId, readObject, requireValid } from '../remote/read-remote.ts';
import {
  concernsItem,
  isMissing,
  type RemoteClient,
  type RemoteError,
  type RemoteLink,
} from '../remote/remote-client.ts';
import {
  deleteRemoteItem,
  findByRemoteId,
  findRemoteItem,
  storeRemoteItem,
  type RemoteItem,
} from '../remote/remote-item-queries.ts';
import { agentRequestReader, type RemoteAgentRequest } from '../remote/remote-schemas.ts';
import type { RefreshPart } from '../sync/refresh-task.ts';
import {
  assignEngineer,
  findAgentRequest,
  insertAgentRequest,
  setUatDate,
  deleteAgentRequest,
  isSubmittedHere,
  listOpenRequestRows,
  storeRemoteStatus,
} from './agent-request-queries.ts';
import { normalizeIntegrations } from './submit-agent-request.ts';

export type RemoteRequestDependencies = {
  readonly db: Database;
  readonly orgId: string;
  readonly context: Context;
  readonly events: EventPublisher;
  readonly link: RemoteLink;
};

/** The author of changes that the remote made. */
const remoteActor = 'remote';

const activeMs = 60_000;
const idleMs = 10 * 60_000;

const requestsPath = '/agents/requests';

/** Submits build requests to the remote. */
export function createAgentRequestSender(dependencies: RemoteRequestDependencies): Sender {
  const { db, orgId, context, link } = dependencies;
  const findSubject = ({ subject_id }: OutboxRow) => findAgentRequest(db, orgId, subject_id);
  return {
    isRepeatable: false,
    send: async (item, signal, client) => {
      const json = newAgentRequestSchema.parse(JSON.parse(item.payload));
      const attempt = describeAttempt(item);
      const { body } = await client.request({ method: 'POST', path: requestsPath, json, ...attempt, signal });
      const remoteId = readAcceptedId(body, 'request_id');
      return () => linkRequest(dependencies, item, remoteId);
    },
    onState: (item, state, reason) => {
      const row = findSubject(item);
      if (!row) return;
      if (state === 'canceled' && item.first_sent_at === null) deleteAgentRequest(db, row);
      else if (state === 'canceled')
        storeRemoteStatus(db, row, 'rejected', { at: context.now(), by: item.placed_by, ...(reason && { reason }) });
      publishChange(dependencies, item.subject_id);
    },
    complete: (item, remoteId) => {
      const other = remoteId === null ? undefined : findSubmittedOther(dependencies, item, remoteId);
      if (other) throw createTakenIdProblem(other.name === '' ? 'another build request' : `“${other.name}”`);
      if (remoteId !== null) linkRequest(dependencies, item, remoteId);
      else publishChange(dependencies, item.subject_id);
    },
    check: async (item, signal) => {
      const client = await link.getClient();
      const row = findSubject(item);
      if (!client.capabilities.request_list || !row) return null;
      const isSeenSince = (known: RemoteItem | undefined) => {
        const seen = known && findAgentRequest(db, orgId, known.local_id);
        return !seen || (seen.created_at >= (item.first_sent_at ?? Infinity) && !isSubmittedHere(db, seen));
      };
      const found: string[] = [];
      for await (const { items, cut } of readRequestList(client, link, signal)) {
        for (const { request_id, name, objective } of items)
          if (objective === row.objective && (name ?? '') === row.name)
            if (isSeenSince(findByRemoteId(db, 'agent_request', request_id))) found.push(request_id);
        if (cut !== null) return null;
      }
      const [remoteId, ...others] = found;
      return remoteId === undefined || others.length > 0 ? null : () => linkRequest(dependencies, item, remoteId);
    },
  };
}

/** Creates the part of the mirror that follows build requests. */
export function createRequestsPart(dependencies: RemoteRequestDependencies): RefreshPart {
  const { db, orgId, link } = dependencies;
  const listFollowed = () =>
    listOpenRequestRows(db, orgId).flatMap((row) => {
      const item = findRemoteItem(db, 'agent_request', row.request_id);
      return item ? [{ row, item }] : [];
    });
  return {
    name: 'requests',
    activeMs,
    idleMs,
    isActive: () => listFollowed().length > 0,
    refresh: async (signal) => {
      const client = await link.getClient();
      if (client.capabilities.request_list) return storeRequestList(dependencies, client, signal);
      const failures: RemoteError[] = [];
      const followed = listFollowed();
      for (const { item } of followed) {
        const failure = await fetchRequest(dependencies, client, item, signal);
        if (failure) failures.push(failure);
      }
      const failure = failures.find(({ kind, status }) => kind === 'failed' || status === 403);
      if (failure && failures.length === followed.length) throw failure;
      return describeItemErrors(db, 'agent_request', agentRequestReader);
    },
  };
}

function readRequestList(client: RemoteClient, { remoteOrgId }: RemoteLink, signal: AbortSignal) {
  const list = { reader: agentRequestReader, path: requestsPath, remoteOrgId, maxima: keptListLimits };
  return fetchPages(client, { ...list, signal });
}

async function storeRequestList(
  dependencies: RemoteRequestDependencies,
  client: RemoteClient,
  signal: AbortSignal,
): Promise<Unread | null> {
  const { db, link } = dependencies;
  const requests: RemoteAgentRequest[] = [];
  const problems = new ListProblems(agentRequestReader);
  for await (const page of readRequestList(client, link, signal)) {
    requests.push(...page.items);
    problems.add(page);
  }
  db.transaction(() => {
    // Oldest first.
    for (const request of requests.toReversed())
      storeRequest(dependencies, request, { etag: null, error: problems.errors.get(request.request_id) ?? null });
    for (const remoteId of problems.unreadable) {
      const item = findByRemoteId(db, 'agent_request', remoteId);
      if (item) storeError(dependencies, item, problems.errors.get(remoteId) ?? '');
    }
  });
  const others = describeItemErrors(db, 'agent_request', agentRequestReader, problems.errors.keys());
  return joinUnread(problems.describe(), others);
}

/** Resolves to the failure if it concerns this build request only. */
async function fetchRequest(
  dependencies: RemoteRequestDependencies,
  client: RemoteClient,
  item: RemoteItem,
  signal: AbortSignal,
): Promise<RemoteError | null> {
  const { db, context, link } = dependencies;
  const { remote_id: requestedId, etag } = item;
  const path = `${requestsPath}/${encodeURIComponent(requestedId)}`;
  try {
    const response = await client.request({ method: 'GET', path, etag, signal });
    if (response.status === 304) {
      db.transaction(() => storeRemoteItem(db, { ...item, fetched_at: context.now(), error: null }));
      return null;
    }
    const expected = { requestedId, remoteOrgId: link.remoteOrgId };
    const { value: request, leftOut } = requireValid(readObject(agentRequestReader, response.body, expected));
    db.transaction(() => {
      // With its ETag, the same response would be answered with 304 and seem to be complete.
      storeRequest(dependencies, request, { etag: leftOut === null ? response.etag : null, error: leftOut });
    });
    return null;
  } catch (error) {
    if (!concernsItem(error)) throw error;
    if (isMissing(error) && isNewOnRemote(db, item.local_id, context.now())) {
      storeRemoteItem(db, { ...item, fetched_at: context.now() });
      return null;
    }
    const sentence = isMissing(error) ? 'The remote does not have this build request.' : error.message;
    db.transaction(() => storeError(dependencies, item, sentence));
    return error;
  }
}

/** Keeps the last state of a build request that could not be refreshed, with the reason, in the open transaction. */
function storeError(dependencies: RemoteRequestDependencies, item: RemoteItem, error: string): void {
  const { db, context } = dependencies;
  storeRemoteItem(db, { ...item, fetched_at: context.now(), error });
  if (item.error !== error) publishChange(dependencies, item.local_id);
}

/** Stores a remote build request, in the open transaction. `error` names fields that the remote sent, but cannot be used. */
function storeRequest(
  dependencies: RemoteRequestDependencies,
  remote: RemoteAgentRequest,
  { etag, error }: { readonly etag: string | null; readonly error: string | null },
): void {
  const { db, orgId, context } = dependencies;
  const at = context.now();
  const item = findByRemoteId(db, 'agent_request', remote.request_id);
  const known = item && findAgentRequest(db, orgId, item.local_id);
  const row = known ?? insertSeenRequest(dependencies, remote);
  const word = remote.status?.word ?? null;
  storeRemoteItem(db, {
    kind: 'agent_request',
    local_id: row.request_id,
    remote_id: remote.request_id,
    remote_status: word,
    etag,
    fetched_at: at,
    error,
  });
  const change = { at, by: remoteActor };
  const status = remote.status?.known ?? row.status;
  const hasMoved = status !== row.status;
  if (hasMoved) storeRemoteStatus(db, row, status, change);
  const isComplete = error === null;
  const canAssign = isComplete || remote.assigned_engineer !== null;
  const isAssigned = canAssign && assignEngineer(db, row, remote.assigned_engineer, change);
  const canDate = isComplete || remote.estimated_uat_date !== null;
  const isDated = canDate && setUatDate(db, row, remote.estimated_uat_date, change);
  const hasNewWord = (item?.remote_status ?? null) !== word || (item?.error ?? null) !== error;
  if (!known || hasMoved || isAssigned || isDated || hasNewWord) publishChange(dependencies, row.request_id);
}

/** Adds a build request that was submitted elsewhere. */
function insertSeenRequest({ db, orgId, context }: RemoteRequestDependencies, remote: RemoteAgentRequest) {
  return insertAgentRequest(db, {
    request_id: context.newId('abr'),
    org_id: orgId,
    name: remote.name ?? '',
    objective: remote.objective ?? '',
    target_audience: remote.target_audience ?? '',
    integrations: normalizeIntegrations(remote.required_integrations ?? []),
    submittedBy: remoteActor,
    created_at: context.now(),
  });
}

/** Returns another build request with this ID that was submitted here. */
function findSubmittedOther({ db, orgId }: RemoteRequestDependencies, item: OutboxRow, remoteId: string) {
  const localId = findByRemoteId(db, 'agent_request', remoteId)?.local_id ?? item.subject_id;
  const other = localId === item.subject_id ? undefined : findAgentRequest(db, orgId, localId);
  return other && isSubmittedHere(db, other) ? other : undefined;
}

/** Assigns the remote's ID. A copy that the remote's list revealed in the meantime is replaced. */
function linkRequest(dependencies: RemoteRequestDependencies, item: OutboxRow, remoteId: string): void {
  const { db, orgId } = dependencies;
  const other = findSubmittedOther(dependencies, item, remoteId);
  if (other) throw new Error(`The remote returned the ID of ${other.request_id} for ${item.subject_id}.`);
  const known = findByRemoteId(db, 'agent_request', remoteId);
  if (known && known.local_id !== item.subject_id) {
    const copy = findAgentRequest(db, orgId, known.local_id);
    deleteRemoteItem(db, 'agent_request', known.local_id);
    if (copy) deleteAgentRequest(db, copy);
  }
  storeRemoteItem(db, { kind: 'agent_request', local_id: item.subject_id, remote_id: remoteId });
  publishChange(dependencies, item.subject_id);
}

function publishChange({ events, orgId }: RemoteRequestDependencies, request_id: string): void {
  events.publish({ type: 'agent_request.changed', request_id }, orgId);
}
