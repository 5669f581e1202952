import * as z from 'zod';
import { routeTreePaths, v1Routes } from '../../../../shared/contract/contract.ts';
import {
  problemTypes,
  problemMediaType,
  problemSchema,
  type ProblemCode,
} from '../../../../shared/contract/problems.ts';
import { changesWorkspace, type PublicRoute, type Route } from '../../../../shared/contract/route.ts';
import { bindRoute, type RouteTree } from './route-tree.ts';

/** Tags of `/v1` and their descriptions in the OpenAPI document. */
const v1Tags = {
  Organizations: 'The organization and its members',
  Knowledge: 'Documents that agents answer from',
  Billing: 'Usage, cost and invoices',
  Agents: 'Agents and build requests',
  Calls: 'Calls, transcripts and recordings',
  Insights: 'Call figures over time',
  'API keys': 'API keys of the organization',
  Activity: 'Audit log with a tamper-evident hash chain',
  Events: 'Server-sent events about changes',
  OpenAPI: 'This API description',
} as const;

type JsonObject = { [key: string]: unknown };

const commonProblems: readonly ProblemCode[] = ['internal', 'database_damaged', 'rate_limited'];
const authenticationProblems: readonly ProblemCode[] = ['unauthorized', 'forbidden', 'malformed'];
const pathProblems: readonly ProblemCode[] = ['not_found'];
const inputProblems: readonly ProblemCode[] = ['malformed'];
const changeProblems: readonly ProblemCode[] = ['workspace_read_only', 'workspace_changed'];
const bodyProblems: readonly ProblemCode[] = ['request_timeout'];
const postProblems: readonly ProblemCode[] = ['idempotency_in_flight', 'idempotency_mismatch', 'storage_full'];

/** Serves the OpenAPI document without an API key, because it contains no data of the organization. */
export function addOpenApiRoute(tree: RouteTree): void {
  let document: JsonObject | undefined;
  bindRoute(tree, v1Routes.getOpenApiDocument, () => ({ body: (document ??= buildOpenApiDocument()) }));
}

/** Returns all problem codes that an operation can return, including those common to all operations. */
export function listProblemCodes(route: Route): readonly ProblemCode[] {
  return [
    ...new Set([
      ...commonProblems,
      ...(route.roles === 'public' ? [] : authenticationProblems),
      ...(route.params ? pathProblems : []),
      ...(route.query ? inputProblems : []),
      ...(changesWorkspace(route) ? changeProblems : []),
      ...(route.method === 'post' ? postProblems : []),
      ...(route.json || route.form ? bodyProblems : []),
      ...route.problems,
    ]),
  ];
}

/** Builds the OpenAPI 3.1 document from the routes and schemas that the service itself uses. */
export function buildOpenApiDocument(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of Object.values<PublicRoute>(v1Routes))
    (paths[route.path] ??= {})[route.method] = describeOperation(route);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Switchboard voice agent platform',
      version: '1.0.0',
      description:
        'The service of the voice agent platform. Operations and parameters marked `x-extension: true` go beyond its specification; `x-roles` names the roles that may call an operation. Every POST supports `Idempotency-Key` for 24 hours.',
      contact: { name: 'The Switchboard authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: routeTreePaths.v1, description: 'The service that serves this document' }],
    tags: Object.entries(v1Tags).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: { schemas: describeComponents(), securitySchemes, headers: commonHeaders },
  };
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key of the organization' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key in another header' },
};

const commonHeaders = {
  RequestId: { description: 'Identifies this request in the logs', schema: { type: 'string' } },
  RateLimit: {
    description: 'Remaining requests (draft-ietf-httpapi-ratelimit-headers-10)',
    schema: { type: 'string' },
  },
  RateLimitPolicy: { description: 'Rate limit of this key', schema: { type: 'string' } },
};

function describeOperation(route: PublicRoute): JsonObject {
  const parameters = [...describeParameters(route.params, 'path'), ...describeParameters(route.query, 'query')];
  if (route.method === 'post') parameters.push(idempotencyParameter);
  const body = describeBody(route);
  return {
    operationId: route.id,
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: { ...describeResponses(route), ...describeProblems(route) },
    'x-roles': route.roles === 'public' ? [] : route.roles,
    ...(route.extension && { 'x-extension': true }),
    ...(route.roles === 'public' && { security: [] }),
  };
}

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating a request with the same key and body has no effect: the first response is replayed for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function describeParameters(schema: z.ZodObject | undefined, location: 'path' | 'query'): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: JsonObject;
    required?: string[];
  }; // the JSON schema of z.object
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: shape,
  }));
}

function describeBody(route: Route): JsonObject | undefined {
  if (route.json) return { 'application/json': { schema: toJsonSchema(route.json, 'input') } };
  if (!route.form) return undefined;
  const fields = toJsonSchema(route.form, 'input') as { properties: JsonObject; required: string[] }; // the JSON schema of z.object
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: 'PDF, DOCX or TXT, at most 20 MB',
  };
  const schema = { ...fields, properties: { file, ...fields.properties }, required: ['file', ...fields.required] };
  return { 'multipart/form-data': { schema } };
}

function describeResponses(route: Route): JsonObject {
  const headers = responseHeaders;
  if (route.response === 'events') {
    return {
      200: {
        description: 'Server-sent events',
        headers,
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    };
  }
  if (route.response === 'bytes') {
    const content = { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } };
    return {
      200: { description: 'The file', headers, content },
      206: { description: 'The part that Range requests', headers, content },
      304: { description: 'Unchanged since the ETag of If-None-Match', headers },
    };
  }
  const content = { 'application/json': { schema: toJsonSchema(route.response, 'output') } };
  const done = { [route.status]: { description: route.summary, headers, content } };
  const hasEtag = route.method === 'get' && !route.extension;
  return hasEtag ? { ...done, 304: { description: 'Unchanged since the ETag of If-None-Match', headers } } : done;
}

const responseHeaders = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

function describeProblems(route: Route): JsonObject {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of listProblemCodes(route)) {
    const { status } = problemTypes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problemTypes[code].title}`).join('; '),
        headers: responseHeaders,
        content,
      },
    ]),
  );
}

/** Returns the schemas with an id, for `components`. JSON Schema contains them in `$defs`. */
function describeComponents(): JsonObject {
  const named = Object.values<Route>(v1Routes).flatMap(({ response }) =>
    typeof response === 'string' ? [] : [response],
  );
  const definitions = [...named, problemSchema].map((schema) => z.toJSONSchema(schema, { io: 'output' }).$defs ?? {});
  const components: JsonObject = {};
  for (const [id, definition] of definitions.flatMap((found) => Object.entries(found))) {
    components[id] = rewriteComponentRefs(definition);
  }
  return components;
}

/** Returns a reference if the schema has an id, otherwise the inline schema. References point to `components`. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io });
  return rewriteComponentRefs(rest);
}

function rewriteComponentRefs(schema: object): unknown {
  const { id: _, ...rest } = schema as { readonly id?: unknown }; // zod adds the id, which is not a JSON Schema keyword
  const text = JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text, (_key, value: unknown) => (isTuple(value) ? describeTuple(value) : value));
}

type Tuple = { readonly prefixItems: readonly unknown[] };

function isTuple(value: unknown): value is Tuple {
  return typeof value === 'object' && value !== null && 'prefixItems' in value;
}

/** Describes a tuple as an array of fixed length. Tools that do not support `prefixItems` reject every item of a tuple. */
function describeTuple({ prefixItems, ...rest }: Tuple): JsonObject {
  const shapes = [...new Map(prefixItems.map((shape) => [JSON.stringify(shape), shape])).values()];
  const items = shapes.length === 1 ? shapes[0] : { anyOf: shapes };
  return { ...rest, items, minItems: prefixItems.length, maxItems: prefixItems.length };
}
