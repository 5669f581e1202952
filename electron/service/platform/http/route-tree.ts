import { Hono, type Context as HonoContext } from 'hono';
import { routeTreePaths } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { explainRoles } from '../../../../shared/contract/roles.ts';
import {
  canUseRoute,
  changesWorkspace,
  findWindowRole,
  isWrite,
  type Route,
} from '../../../../shared/contract/route.ts';
import { windowWorkspaceHeader } from '../../../../shared/window/window-session.ts';
import { readOnlyReason } from '../../../../shared/workspaces/workspaces.ts';
import type { Context } from '../context.ts';
import { AuditedRequest, type AuditLog } from './audited-request.ts';
import {
  createResponseHeaders,
  requestIdHeader,
  buildResponse,
  buildProblemResponse,
  type HandlerResponse,
  type ResponseHeaders,
} from './build-response.ts';
import {
  checkInput,
  createRequestContext,
  type Handler,
  type RequestContextOptions,
  type ResourceFinder,
} from './request-context.ts';
import { createCachedEtag } from './etag.ts';
import { readIdempotencyScope } from './idempotency-store.ts';
import { readJsonBody } from './read-json-body.ts';
import { toProblem, toReadOnlyProblem } from './to-problem.ts';
import type { AuthenticatedRequest } from './workspace-scope.ts';

/** The sender of a request: the application's own window, or any other HTTP client. */
export type Caller = 'window' | 'api';

type HonoEnv = {
  Bindings: { readonly caller: Caller };
  Variables: { responseHeaders: ResponseHeaders; isReadOnly: boolean };
};

/** The routes of `/v1`, `/app` or the files. `Services` are the parts of the workspace that their handlers may use. */
export type RouteTree<Services = unknown> = {
  readonly name: keyof typeof routeTreePaths;
  readonly hono: Hono<HonoEnv>;
  readonly routes: Route[];
  readonly context: Context;
  readonly auditLog: AuditLog;
  readonly authenticate: (c: HonoContext<HonoEnv>, isPublic: boolean) => AuthenticatedRequest<Services>;
};

/** The trees to which a feature adds its routes. */
export type RouteTrees<Services = unknown> = {
  readonly v1: RouteTree<Services>;
  readonly app: RouteTree<Services>;
  readonly files: RouteTree<Services>;
};

/** Authenticates a request (401) and counts it against the rate limit (429), before anything else is checked. */
export type RequestGuard<Services> = (
  request: Request,
  caller: Caller,
  isPublic: boolean,
) => AuthenticatedRequest<Services>;

/** Creates an empty tree. Every response has an X-Request-Id, and every error becomes a problem. */
export function createRouteTree<Services>(
  name: RouteTree['name'],
  context: Context,
  guard: RequestGuard<Services>,
  auditLog: AuditLog,
): RouteTree<Services> {
  const hono = new Hono<HonoEnv>();
  // A random prefix and a counter: a random id for every request would slow down small requests measurably.
  const requestIdPrefix = context.newId('req');
  let requestCount = 0;
  const authenticate: RouteTree<Services>['authenticate'] = (c, isPublic) => {
    const responseHeaders = createResponseHeaders(`${requestIdPrefix}-${++requestCount}`);
    c.set('responseHeaders', responseHeaders);
    const authenticated = guard(c.req.raw, c.env.caller, isPublic);
    c.set('isReadOnly', authenticated.workspace?.db.isReadOnly ?? false);
    return { ...authenticated, headers: Object.assign(responseHeaders, authenticated.headers) };
  };
  const tree: RouteTree<Services> = { name, hono, routes: [], context, auditLog, authenticate };
  hono.notFound((c) => {
    // An unknown path is not revealed to a caller without a key.
    authenticate(c, isPublicPath(tree, c.req.path));
    throw createUnknownRouteProblem(tree, c.req.path, c.req.method);
  });
  hono.onError((error, c) => {
    const problem = c.get('isReadOnly') ? toReadOnlyProblem(error) : toProblem(error);
    const details = { requestId: c.get('responseHeaders')[requestIdHeader], path: c.req.path };
    if (problem.code === 'internal') context.log.error({ ...details, err: error }, 'request failed');
    if (problem.code === 'database_damaged') context.log.error({ ...details, err: error }, 'the database is damaged');
    return buildProblemResponse(c.req.raw, problem, c.get('responseHeaders'));
  });
  return tree;
}

/**
 * Adds a handler for a route. The checks run in this order: key, rate limit, role, read-only workspace, path, `find`, idempotency,
 * body. A route whose path names a resource passes `find`, which throws 404; `found` is its result. A JSON body is received before
 * `find`, because it can take minutes to arrive; an upload after it.
 */
export function bindRoute<R extends Route, Services, Found = void>(
  tree: RouteTree<Services>,
  route: R,
  handler: Handler<R, Services, Found>,
  find?: ResourceFinder<R, Services, Found>,
): void {
  const path = routeTreePaths[tree.name] + route.path;
  const toEtag = createCachedEtag();
  const isAudited = isWrite(route);
  const hasBodyOrEffect = isAudited || route.method === 'post' || route.json !== undefined;
  tree.routes.push(route);
  tree.hono.on(route.method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1'), (c): Response | Promise<Response> => {
    const authenticated = tree.authenticate(c, route.roles === 'public');
    checkShownWorkspace(route, c.req.raw, authenticated);
    const base = { request: c.req, context: tree.context, authenticated };
    const finish = (response: HandlerResponse<R>) =>
      buildResponse(c.req.raw, route, response, authenticated.headers, toEtag);
    const findResource = (options: RequestContextOptions<Services>) => {
      const found = find?.(createRequestContext(route, options));
      return { ...options, found };
    };
    const handle = (options: RequestContextOptions<Services>) => handler(createRequestContext(route, options));
    const handleAfterBody = async (options: RequestContextOptions<Services>) => {
      const [body] = route.json ? await Promise.allSettled([readJsonBody(c.req.raw)]) : [];
      return handleWithBody(route, findResource(options), body, handle);
    };
    if (isAudited) {
      const audited = new AuditedRequest(tree.auditLog, route, authenticated, c.req.param());
      const response = audited.run(async () => {
        checkAccess(route, authenticated);
        return handleAfterBody({ ...base, audited });
      });
      return trackRequest(tree, authenticated, response).then(finish);
    }
    checkAccess(route, authenticated);
    if (hasBodyOrEffect) return trackRequest(tree, authenticated, handleAfterBody(base)).then(finish);
    // Most requests wait for nothing, and a promise would cost them a tenth of their time.
    const response = handle(findResource(base));
    return response instanceof Promise ? trackRequest(tree, authenticated, response).then(finish) : finish(response);
  });
}

function checkAccess(route: Route, { principal, workspace }: AuthenticatedRequest): void {
  const role = findWindowRole(route, principal.role, principal.highestRole ?? 'admin');
  if (route.roles !== 'public' && !canUseRoute(route, role)) throw new Problem('forbidden', explainRoles(route.roles));
  if (changesWorkspace(route) && workspace?.db.isReadOnly) throw new Problem('workspace_read_only', readOnlyReason);
}

/** Runs before the audit, because an attempt in another workspace is not activity of the open one. */
function checkShownWorkspace(route: Route, { headers }: Request, { workspace }: AuthenticatedRequest): void {
  const shown = headers.get(windowWorkspaceHeader);
  if (shown !== null && shown !== workspace?.id && changesWorkspace(route))
    throw new Problem('workspace_changed', 'Another window has opened another workspace. Nothing was changed in it.');
}

/** Keeps the workspace open while a request runs. Requests to `/app` are not tracked: they close workspaces themselves. */
function trackRequest<T>({ name }: RouteTree, { workspace }: AuthenticatedRequest, response: Promise<T>): Promise<T> {
  if (name === 'v1') workspace?.inFlightRequests.track(response);
  return response;
}

/** Handles a request that has a body or an Idempotency-Key. `body` is the JSON body, or the reason to reject it. */
async function handleWithBody<Services, T>(
  route: Route,
  options: RequestContextOptions<Services>,
  body: PromiseSettledResult<unknown> | undefined,
  handle: (options: RequestContextOptions<Services>) => T | Promise<T>,
): Promise<T> {
  const { request, authenticated } = options;
  const idempotencyScope = readIdempotencyScope(route, request.raw, authenticated.principal);
  const release = idempotencyScope && authenticated.workspace?.idempotency.acquire(idempotencyScope);
  try {
    if (body?.status === 'rejected') throw body.reason;
    const json = route.json && checkInput(route.json, body?.value, 'The body');
    return await handle({ ...options, json, idempotencyScope });
  } finally {
    release?.();
  }
}

function isPublicPath(tree: RouteTree, path: string): boolean {
  return tree.routes.some(
    (route) => route.roles === 'public' && matchesPath(routeTreePaths[tree.name] + route.path, path),
  );
}

function createUnknownRouteProblem(tree: RouteTree, path: string, method: string): Problem {
  const methods = tree.routes
    .filter((route) => matchesPath(routeTreePaths[tree.name] + route.path, path))
    .map((route) => route.method.toUpperCase());
  if (methods.length === 0) return new Problem('not_found', `There is no resource at ${path}.`);
  const allow = [...new Set(methods.flatMap((allowed) => (allowed === 'GET' ? ['GET', 'HEAD'] : [allowed])))].join(
    ', ',
  );
  return new Problem('method_not_allowed', `${method} is not allowed here. Allowed: ${allow}.`, {
    headers: { Allow: allow },
  });
}

function matchesPath(template: string, path: string): boolean {
  const segments = path.split('/');
  const expected = template.split('/');
  return (
    segments.length === expected.length &&
    expected.every((segment, index) => (segment.startsWith('{') ? segments[index] !== '' : segment === segments[index]))
  );
}
