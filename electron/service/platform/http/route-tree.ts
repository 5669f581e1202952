import { Hono, type Context as HonoContext } from 'hono';
import { routeTreePaths } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import { explainRoles } from '../../../../shared/roles.ts';
import { isWrite, canUseRoute, type Route } from '../../../../shared/route.ts';
import type { AuditLog } from '../../features/activity/audit-log.ts';
import type { Context } from '../context.ts';
import type { OpenWorkspace } from '../../workspaces/open-workspace.ts';
import {
  requestIdHeader,
  buildResponse,
  buildProblemResponse,
  type HandlerResponse,
  type ResponseHeaders,
} from './build-response.ts';
import type { Principal } from '../../features/api-keys/authenticate.ts';
import {
  createRequestContext,
  type AuthenticatedRequest,
  type ResourceFinder,
  type Handler,
} from './request-context.ts';
import { checkInput } from './check-input.ts';
import { AuditedRequest } from './audited-request.ts';
import { createCachedEtag } from './etag.ts';
import { readIdempotencyScope } from './idempotency-store.ts';
import { readJsonBody } from './read-json-body.ts';
import { toProblem } from './to-problem.ts';

/** Whether a request comes from the program's own window or from anything else that speaks HTTP. */
export type Caller = 'window' | 'network';

type HonoEnv = {
  Bindings: { readonly caller: Caller };
  Variables: { fields: ResponseHeaders };
};

export type RouteTree = {
  readonly name: keyof typeof routeTreePaths;
  readonly hono: Hono<HonoEnv>;
  readonly routes: Route[];
  readonly auditLog: AuditLog;
  readonly authenticate: (c: HonoContext<HonoEnv>, isOpen: boolean) => AuthenticatedRequest;
};

/** What stands before every route of a tree: who asks (401), and how often (429). */
export type RequestGuard = (
  request: Request,
  caller: Caller,
  isOpen: boolean,
) => {
  readonly principal: Principal;
  readonly workspace: OpenWorkspace | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** An empty tree. Every answer carries X-Request-Id, and every error is a problem. */
export function createRouteTree(
  name: RouteTree['name'],
  context: Context,
  gate: RequestGuard,
  auditLog: AuditLog,
): RouteTree {
  const hono = new Hono<HonoEnv>();
  // Random once, then counted: a random id for every request would be a measurable part of the small ones.
  const run = context.newId('req');
  let requestCount = 0;
  const authenticate: RouteTree['authenticate'] = (c, isOpen) => {
    const fields: ResponseHeaders = { [requestIdHeader]: `${run}-${++requestCount}` };
    c.set('fields', fields);
    const { principal, workspace, headers } = gate(c.req.raw, c.env.caller, isOpen);
    Object.assign(fields, headers);
    return { principal, workspace, headers: fields };
  };
  const tree: RouteTree = { name, hono, routes: [], auditLog: auditLog, authenticate: authenticate };
  hono.notFound((c) => {
    // The key comes before the address (decisions.md, order of checks).
    authenticate(c, isPublicPath(tree, c.req.path));
    throw createUnknownRouteProblem(tree, c.req.path, c.req.method);
  });
  hono.onError((error, c) => {
    const problem = toProblem(error);
    if (problem.code === 'internal') {
      context.log.error(
        { requestId: c.get('fields')[requestIdHeader], path: c.req.path, err: error },
        'request failed',
      );
    }
    // As it was sent: `instance` is a URI reference (RFC 9457, section 3.1.5).
    return buildProblemResponse(problem, new URL(c.req.url).pathname, c.get('fields'));
  });
  return tree;
}

/**
 * Puts a handler behind its route: role, input and idempotency are checked in the order that decisions.md gives. A route whose
 * path names a resource and whose request has a body brings `find`, so that what is not there is told before the body is judged.
 */
export function bindRoute<R extends Route>(
  tree: RouteTree,
  route: R,
  handler: Handler<R>,
  find?: ResourceFinder<R>,
): void {
  const path = routeTreePaths[tree.name] + route.path;
  const toEtag = createCachedEtag();
  const isRecorded = isWrite(route);
  tree.routes.push(route);
  tree.hono.on(route.method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1'), (c): Response | Promise<Response> => {
    const entered = tree.authenticate(c, route.roles === 'public');
    const finish = (answer: HandlerResponse<R>) => buildResponse(c.req.raw, route, answer, entered.headers, toEtag);
    if (isRecorded) {
      const command = new AuditedRequest(tree.auditLog, route, entered, c.req.param());
      const answer = command.run(async () => {
        checkRole(route, entered);
        find?.(createRequestContext(c.req, route, entered, undefined, null));
        return handleWithBody(c, route, entered, handler, command);
      });
      return trackRequest(tree, entered, answer).then(finish);
    }
    checkRole(route, entered);
    if (route.method === 'post' || route.json)
      return trackRequest(tree, entered, handleWithBody(c, route, entered, handler)).then(finish);
    // Most requests need not wait for anything, and a promise costs them a tenth of their time.
    const answer = handler(createRequestContext(c.req, route, entered, undefined, null));
    return answer instanceof Promise ? trackRequest(tree, entered, answer).then(finish) : finish(answer);
  });
}

function checkRole(route: Route, { principal }: AuthenticatedRequest): void {
  if (route.roles !== 'public' && !canUseRoute(route, principal.role))
    throw new Problem('forbidden', explainRoles(route.roles));
}

/** While it runs, its workspace stays open; but the program's own requests are those that close workspaces. */
function trackRequest<T>({ name }: RouteTree, { workspace }: AuthenticatedRequest, answer: Promise<T>): Promise<T> {
  if (name === 'v1') workspace?.inFlightRequests.track(answer);
  return answer;
}

/** With a body, or with an effect that may be asked for twice. */
async function handleWithBody<R extends Route>(
  c: HonoContext<HonoEnv>,
  route: R,
  entered: AuthenticatedRequest,
  handler: Handler<R>,
  command?: AuditedRequest,
) {
  const scope = readIdempotencyScope(route, c.req.raw, entered.principal);
  const leave = scope && entered.workspace?.idempotency.acquire(scope);
  try {
    const json = route.json && checkInput(route.json, await readJsonBody(c.req.raw), 'The body');
    return await handler(createRequestContext(c.req, route, entered, json, scope, command));
  } finally {
    leave?.();
  }
}

function isPublicPath(tree: RouteTree, path: string): boolean {
  return tree.routes.some(
    (route) => route.roles === 'public' && matchesPath(routeTreePaths[tree.name] + route.path, path),
  );
}

function createUnknownRouteProblem(tree: RouteTree, path: string, method: string): Problem {
  const allowed = tree.routes
    .filter((route) => matchesPath(routeTreePaths[tree.name] + route.path, path))
    .map(({ method: m }) => m.toUpperCase());
  if (allowed.length === 0) return new Problem('not_found', `There is nothing at ${path}.`);
  const allow = [...new Set(allowed.flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])))].join(', ');
  return new Problem('method_not_allowed', `${method} is not possible here; ${allow} is.`, {
    headers: { Allow: allow },
  });
}

function matchesPath(template: string, path: string): boolean {
  const steps = path.split('/');
  const expected = template.split('/');
  return (
    steps.length === expected.length &&
    expected.every((step, at) => (step.startsWith('{') ? steps[at] !== '' : step === steps[at]))
  );
}
