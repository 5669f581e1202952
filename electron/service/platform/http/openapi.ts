import * as z from 'zod';
import { acceptedFormats } from '../../../../shared/knowledge/document-kinds.ts';
import { routeTreePaths, v1Routes } from '../../../../shared/contract/contract.ts';
import {
  problemTypes,
  problemMediaType,
  problemSchema,
  type ProblemCode,
} from '../../../../shared/contract/problems.ts';
import { roles } from '../../../../shared/contract/roles.ts';
import {
  canUseRoute,
  changesWorkspace,
  isWrite,
  type PublicRoute,
  type Route,
} from '../../../../shared/contract/route.ts';
import { bindRoute, type RouteTree } from './route-tree.ts';

/** Tags of `/v1` and their descriptions in the OpenAPI document. */
const v1Tags = {
  Organizations: 'The organization and its members',
  Knowledge: 'Documents that agents answer from',
  Billing: 'Usage, cost and invoices',
  Agents: 'Agents and build requests',
  Calls: 'Calls, transcripts and recordings',
  'Call review': 'Tags, review states and assignees of calls',
  Notes: 'Notes on calls',
  Scorecards: 'Criteria, and scores of calls',
  'Saved items': 'Views and values that members save under a name',
  Changes: 'What members changed about calls, in order',
  Insights: 'Call figures over time',
  'API keys': 'API keys of the organization',
  Activity: 'Audit log with a tamper-evident hash chain',
  Events: 'Server-sent events about changes',
  OpenAPI: 'This API description',
} as const;

type JsonObject = { [key: string]: unknown };

const commonProblems: readonly ProblemCode[] = ['internal', 'database_damaged', 'rate_limited'];
const bodyProblems: readonly ProblemCode[] = ['malformed', 'too_large', 'unsupported_media_type', 'request_timeout'];

/** The server rejects such a request to any path, before the service receives it. */
const serverProblems: readonly ProblemCode[] = ['misdirected', 'forbidden_origin', 'headers_too_large'];

/** Serves the OpenAPI document without an API key, because it contains no data of the organization. */
export function addOpenApiRoute(tree: RouteTree): void {
  let document: JsonObject | undefined;
  bindRoute(tree, v1Routes.getOpenApiDocument, () => ({ body: (document ??= buildOpenApiDocument()) }));
}

/** Returns all problem codes that an operation can return: those of its checks, and its own. */
export function listProblemCodes(route: Route): readonly ProblemCode[] {
  const isPost = route.method === 'post';
  return [
    ...new Set([
      ...commonProblems,
      ...addIf(route.roles !== 'public', 'unauthorized'),
      ...addIf(!roles.every((role) => canUseRoute(route, role)), 'forbidden'),
      ...addIf(route.params !== undefined, 'not_found'),
      ...addIf(route.query !== undefined || isPost, 'malformed'),
      ...addIf(changesWorkspace(route), 'workspace_read_only'),
      ...addIf(route.json !== undefined || route.form !== undefined, ...bodyProblems),
      ...addIf(isPost, 'idempotency_in_flight'),
      ...addIf(isPost && isWrite(route), 'idempotency_mismatch'),
      ...addIf(route.ifMatch === true || hasEtag(route), 'precondition_failed'),
      ...addIf(isWrite(route), 'storage_full'),
      ...route.problems,
    ]),
  ];
}

/** Whether every response has an ETag of its bytes, which a conditional request can name. */
const hasEtag = (route: Route) => route.method === 'get' && (route.response === 'bytes' || !route.extension);

const addIf = (applies: boolean, ...codes: readonly ProblemCode[]) => (applies ? codes : []);

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
  if (route.ifMatch) parameters.push(ifMatchParameter);
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

const ifMatchParameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the last response. If the resource has changed since, nothing is changed',
  schema: { type: 'string' },
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

/** OpenAPI 3.1 describes bytes by their media type. Many generators still need the format of 3.0 to know that they are not text. */
const bytesSchema = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };

function describeBody(route: Route): JsonObject | undefined {
  if (route.json) return { 'application/json': { schema: toJsonSchema(route.json, 'input') } };
  if (!route.form) return undefined;
  const fields = toJsonSchema(route.form, 'input') as { properties: JsonObject; required?: string[] }; // the JSON schema of z.object
  const file = { ...bytesSchema, description: `${acceptedFormats}, at most 20 MB` };
  const schema = {
    ...fields,
    properties: { file, ...fields.properties },
    required: ['file', ...(fields.required ?? [])],
  };
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
    const content = { '*/*': { schema: bytesSchema } };
    return {
      200: { description: 'The file', headers, content },
      206: { description: 'The part that Range requests', headers, content },
      304: { description: 'Unchanged since the ETag of If-None-Match', headers },
    };
  }
  const content = { 'application/json': { schema: toJsonSchema(route.response, 'output') } };
  const done = { [route.status]: { description: route.summary, headers, content } };
  return hasEtag(route)
    ? { ...done, 304: { description: 'Unchanged since the ETag of If-None-Match', headers } }
    : done;
}

const responseHeaders = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

function describeProblems(route: Route): JsonObject {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of listDocumentedCodes(route)) {
    const { status } = problemTypes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problemTypes[code].title}`).join('; '),
        headers: responseHeaders,
        content: { [problemMediaType]: { schema: describeProblem(codes) } },
      },
    ]),
  );
}

function listDocumentedCodes(route: Route): readonly ProblemCode[] {
  return [...new Set([...listProblemCodes(route), ...serverProblems])];
}

function describeProblem(codes: readonly ProblemCode[]): JsonObject {
  const known = { type: 'object', properties: { code: { type: 'string', enum: codes } }, required: ['code'] };
  return { allOf: [{ $ref: '#/components/schemas/Problem' }, known] };
}

/** Returns the schemas with an id, for `components`. JSON Schema contains them in `$defs`. */
function describeComponents(): JsonObject {
  const named = Object.values<Route>(v1Routes).flatMap(({ response }) =>
    typeof response === 'string' ? [] : [response],
  );
  const codes = new Set(Object.values<Route>(v1Routes).flatMap(listDocumentedCodes));
  const problem = problemSchema.extend({ code: z.enum([...codes]) }).meta({ id: 'Problem' });
  const definitions = [...named, problem].map((schema) => z.toJSONSchema(schema, { io: 'output' }).$defs ?? {});
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
