import { noCapabilities, type Capabilities, type CapabilityId } from '../../../../shared/workspaces/connection.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { fillPath, type Route } from '../../../../shared/contract/route.ts';
import { isObject } from '../../platform/is-object.ts';
import { readList } from '../remote/read-remote.ts';
import { callReader } from '../remote/remote-schemas.ts';
import type { Probe, Prober } from './check-probes.ts';

const extensionRoutes = {
  document_list: v1Routes.listDocuments,
  call_list: v1Routes.listCalls,
  request_list: v1Routes.listAgentRequests,
  agent_list: v1Routes.listAgents,
  search: v1Routes.searchKnowledge,
  timeline: v1Routes.getCallTimeline,
  cancel_call: v1Routes.cancelCall,
  events: v1Routes.streamEvents,
  outcomes: v1Routes.correctCallOutcome,
  follow_ups: v1Routes.updateFollowUp,
  document_usage: v1Routes.getDocumentUsage,
} as const satisfies Record<Exclude<CapabilityId, 'idempotency' | 'etag' | keyof typeof routeGroups>, Route>;

/** The routes by which members share their work. A remote needs all of them. */
const sharedWorkRoutes: readonly Route[] = [
  v1Routes.listChanges,
  v1Routes.listNotes,
  v1Routes.createNote,
  v1Routes.updateNote,
  v1Routes.deleteNote,
  v1Routes.updateCallReviews,
  v1Routes.scoreCriterion,
  v1Routes.createCriterion,
  v1Routes.updateCriterion,
  v1Routes.deleteCriterion,
  v1Routes.saveItem,
  v1Routes.renameSavedItem,
  v1Routes.deleteSavedItem,
];

/** Capabilities for which a remote needs all of the routes. */
const routeGroups = {
  shared_work: sharedWorkRoutes,
  members: [v1Routes.inviteMember, v1Routes.updateMember, v1Routes.removeMember, v1Routes.renewInvitation],
  document_changes: [v1Routes.listDocuments, v1Routes.getDocumentDetails, v1Routes.updateDocument],
  document_versions: [v1Routes.listDocuments, v1Routes.replaceDocument, v1Routes.listDocumentVersions],
  similar_documents: [v1Routes.listDocuments, v1Routes.decideSimilarDocument],
  acceptance: [v1Routes.listAgentRequests, v1Routes.getAcceptance, v1Routes.decideAcceptancePoint],
  agent_versions: [v1Routes.listAgents, v1Routes.getAgent, v1Routes.listAgentVersions, v1Routes.getAgentVersion],
} as const satisfies Partial<Record<CapabilityId, readonly Route[]>>;

/** The writes whose outcome is unknown if the response is lost. */
const keyedRoutes: readonly Route[] = [v1Routes.uploadDocument, v1Routes.placeCall, v1Routes.submitAgentRequest];

const conditionalRoutes: readonly Route[] = [v1Routes.getDocument, v1Routes.getCall, v1Routes.getAgentRequest];

/**
 * Finds out what a remote has beyond the service specification: from the OpenAPI document that it serves, otherwise with GET requests.
 * Without the document, it is assumed not to honour Idempotency-Key, because only repeated writes could show that. Rejects with
 * RemoteError if the remote does not answer.
 */
export async function findCapabilities(prober: Prober, previous: readonly Probe[]): Promise<Capabilities> {
  const etag = previous.some(({ error, headers }) => error === null && headers.etag !== undefined);
  const document = requireAnswer(await prober.probe(v1Routes.getOpenApiDocument.path)).body;
  const operations = readOperations(document, prober.basePath);
  if (operations.has(toKey(v1Routes.getCall.method, v1Routes.getCall.path))) return readCapabilities(operations, etag);
  return { ...noCapabilities, ...(await tryExtensions(prober)), etag };
}

/** Tries the operations without a change: instead of a POST, it sends a GET to its path, for which a remote returns 405. */
async function tryExtensions({ probe }: Prober): Promise<Partial<Capabilities>> {
  const ask = async (path: string, query = {}) => requireAnswer(await probe(path, query));
  const list = ({ path }: Route) => ask(path, { limit: 1 });
  const [documents, calls, requests, agents] = await Promise.all([
    list(extensionRoutes.document_list),
    list(extensionRoutes.call_list),
    list(extensionRoutes.request_list),
    list(extensionRoutes.agent_list),
  ]);
  const callId = readCallId(calls.body);
  const [search, cancelCall, timeline, events] = await Promise.all([
    ask(extensionRoutes.search.path),
    ask(fillPath(extensionRoutes.cancel_call.path, { call_id: callId ?? 'none' })),
    callId === null ? null : ask(fillPath(extensionRoutes.timeline.path, { call_id: callId })),
    // Without an event to send, the remote may not start its response.
    probe(extensionRoutes.events.path),
  ]);
  return {
    document_list: isList(documents),
    call_list: isList(calls),
    request_list: isList(requests),
    agent_list: isList(agents),
    search: isPost(search),
    cancel_call: isPost(cancelCall),
    timeline: timeline?.error === null,
    events: events.status === 200 && events.headers['content-type']?.startsWith('text/event-stream') === true,
  };
}

/** Whether the response to a GET shows that the path accepts POST (RFC 9110, section 15.5.6). */
function isPost({ status, headers }: Probe): boolean {
  return status === 405 && /\bPOST\b/i.test(headers.allow ?? '');
}

function readCallId(body: unknown): string | null {
  const reading = readList(callReader, body);
  return reading.isValid ? (reading.value.items[0]?.call_id ?? null) : null;
}

/** Throws the error of a probe that got no response: an unreachable remote does not lack the operation. */
function requireAnswer(probe: Probe): Probe {
  const { error } = probe;
  if (error && ['unreachable', 'no_answer', 'busy', 'stopped'].includes(error.kind)) throw error;
  return probe;
}

function readCapabilities(operations: ReadonlyMap<string, unknown>, hasEtag: boolean): Capabilities {
  const found = Object.entries(extensionRoutes).map(
    ([id, { method, path }]) => [id, operations.has(toKey(method, path))] as const,
  );
  const idempotency = keyedRoutes.every(({ method, path }) =>
    acceptsIdempotencyKey(operations.get(toKey(method, path))),
  );
  const etag =
    hasEtag || conditionalRoutes.every(({ method, path }) => canAnswer304(operations.get(toKey(method, path))));
  const hasAll = (routes: readonly Route[]) => routes.every(({ method, path }) => operations.has(toKey(method, path)));
  const groups = Object.entries(routeGroups).map(([id, routes]) => [id, hasAll(routes)] as const);
  return { ...noCapabilities, ...Object.fromEntries([...found, ...groups]), idempotency, etag };
}

/**
 * Returns the operations of an OpenAPI document by method and path; none if it is something else. The paths of some documents
 * begin with that of the base URL.
 */
function readOperations(document: unknown, basePath: string): ReadonlyMap<string, unknown> {
  const paths: unknown = isObject(document) ? document['paths'] : null;
  const operations = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, methods]) => {
    const ownPath = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
    return Object.entries(isObject(methods) ? methods : {}).map(
      ([method, operation]) => [toKey(method, ownPath), operation] as const,
    );
  });
  return new Map(operations);
}

/** Remotes can name their path parameters differently. */
function toKey(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
}

function acceptsIdempotencyKey(operation: unknown): boolean {
  const parameters: unknown = isObject(operation) ? operation['parameters'] : [];
  return (
    Array.isArray(parameters) &&
    parameters.some(
      (parameter) =>
        isObject(parameter) &&
        parameter['in'] === 'header' &&
        String(parameter['name']).toLowerCase() === 'idempotency-key',
    )
  );
}

function canAnswer304(operation: unknown): boolean {
  return isObject(operation) && isObject(operation['responses']) && '304' in operation['responses'];
}

function isList({ error, body }: Probe): boolean {
  return error === null && isObject(body) && Array.isArray(body['data']);
}
