import { noCapabilities, type Capabilities, type CapabilityId } from '../../../../shared/connection.ts';
import { v1Routes } from '../../../../shared/contract.ts';
import type { Route } from '../../../../shared/route.ts';
import type { Probe, Prober } from './check-probes.ts';

const extensionRoutes: readonly (readonly [CapabilityId, Route])[] = [
  ['document_list', v1Routes.listDocuments],
  ['call_list', v1Routes.listCalls],
  ['request_list', v1Routes.listAgentRequests],
  ['agent_list', v1Routes.listAgents],
  ['search', v1Routes.searchKnowledge],
  ['timeline', v1Routes.getCallTimeline],
  ['cancel_call', v1Routes.cancelCall],
  ['events', v1Routes.streamEvents],
];

const lists: readonly CapabilityId[] = ['document_list', 'call_list', 'request_list', 'agent_list'];

/** The writes that a lost answer leaves unknown. */
const keyedRoutes: readonly Route[] = [v1Routes.uploadDocument, v1Routes.placeCall, v1Routes.submitAgentRequest];

const conditionalRoutes: readonly Route[] = [v1Routes.getDocument, v1Routes.getCall, v1Routes.getAgentRequest];

/**
 * Finds out what a remote has beyond the specification: from the OpenAPI document that it serves, otherwise with GET requests. An
 * operation that cannot be tried without a change is then taken as missing. Rejects with RemoteError if the remote could not be asked.
 */
export async function findCapabilities({ probe }: Prober, previous: readonly Probe[]): Promise<Capabilities> {
  const etag = previous.some(({ error, headers }) => error === null && headers.etag !== undefined);
  const document = readOperations(requireAnswer(await probe(v1Routes.getOpenApiDocument.path)).body);
  if (document) return readCapabilities(document, etag);
  const probes = await Promise.all(
    extensionRoutes
      .filter(([id]) => lists.includes(id))
      .map(async ([id, { path }]) => [id, isList(requireAnswer(await probe(path, { limit: 1 })))] as const),
  );
  const { headers, status } = await probe(v1Routes.streamEvents.path);
  const events = status === 200 && headers['content-type']?.startsWith('text/event-stream') === true;
  return { ...noCapabilities, ...Object.fromEntries(probes), etag, events };
}

/** A remote that is not reached at the moment lacks nothing by that. */
function requireAnswer(probe: Probe): Probe {
  const { error } = probe;
  if (error && ['unreachable', 'no_answer', 'busy', 'stopped'].includes(error.kind)) throw error;
  return probe;
}

function readCapabilities(operations: ReadonlyMap<string, unknown>, hasEtag: boolean): Capabilities {
  const found = extensionRoutes.map(([id, route]) => [id, operations.has(toKey(route.method, route.path))] as const);
  const idempotency = keyedRoutes.every(({ method, path }) =>
    acceptsIdempotencyKey(operations.get(toKey(method, path))),
  );
  const etag =
    hasEtag || conditionalRoutes.every(({ method, path }) => canAnswer304(operations.get(toKey(method, path))));
  return { ...noCapabilities, ...Object.fromEntries(found), idempotency, etag };
}

/** Returns the operations of an OpenAPI document by method and path; null if it is none. */
function readOperations(document: unknown): ReadonlyMap<string, unknown> | null {
  if (!isObject(document) || !isObject(document['paths'])) return null;
  const operations = Object.entries(document['paths']).flatMap(([path, methods]) =>
    isObject(methods)
      ? Object.entries(methods).map(([method, operation]) => [toKey(method, path), operation] as const)
      : [],
  );
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
