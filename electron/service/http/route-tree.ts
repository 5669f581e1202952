import { Hono, type Context as HonoContext } from 'hono';
import type * as z from 'zod';
import { trees } from '../../../shared/contract.ts';
import { Problem, problemMediaType, toProblemBody } from '../../../shared/problems.ts';
import { explainRoles } from '../../../shared/roles.ts';
import type { Route } from '../../../shared/route.ts';
import type { Context } from '../context.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import type { Principal } from './authenticate.ts';
import { checkInput } from './check-input.ts';
import { createEtagger, matchesEtag } from './etag.ts';
import { readIdempotencyKey, type IdempotencyScope } from './idempotency.ts';
import { readJson } from './read-json.ts';
import { toProblem } from './to-problem.ts';

/** Whether a request comes from the program's own window or from anything else that speaks HTTP. */
export type Caller = 'window' | 'network';

/** A request that has been let in, and the fields that every answer to it carries. */
type Entered = {
  readonly principal: Principal;
  readonly workspace: OpenWorkspace | undefined;
  readonly fields: Fields;
};

/** Made for one answer and added to on its way: a copy for each step would cost more than the steps. */
type Fields = Record<string, string>;

const requestIdField = 'X-Request-Id';

type Env = {
  Bindings: { readonly caller: Caller };
  Variables: { fields: Fields };
};

type Parsed<R extends Route, Part extends 'params' | 'query' | 'json'> =
  R extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

/** A request that has passed the key, the route and the role, with its input checked. */
export type Call<R extends Route> = {
  readonly request: Request;
  readonly principal: Principal;
  readonly workspace: OpenWorkspace;
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly json: Parsed<R, 'json'>;
  /**
   * Runs the effect of a POST in one transaction with its answer, once for each Idempotency-Key; `fingerprint` tells
   * whether two requests are the same.
   */
  readonly commitOnce: (fingerprint: string, effect: () => JsonAnswer<R>) => Answer<R>;
};

type JsonAnswer<R extends Route> = {
  readonly body: R['answer'] extends z.ZodType ? z.input<R['answer']> : never;
  readonly headers?: Readonly<Record<string, string>>;
};

type TextAnswer = { readonly text: string; readonly headers: Readonly<Record<string, string>> };

export type Answer<R extends Route> = JsonAnswer<R> | TextAnswer | Response;

type Handler<R extends Route> = (call: Call<R>) => Answer<R> | Promise<Answer<R>>;

export type RouteTree = {
  readonly name: keyof typeof trees;
  readonly hono: Hono<Env>;
  readonly bound: Route[];
  readonly enter: (c: HonoContext<Env>, isOpen: boolean) => Entered;
};

/** What stands before every route of a tree: who asks (401), and how often (429). */
export type Gate = (
  request: Request,
  caller: Caller,
  isOpen: boolean,
) => {
  readonly principal: Principal;
  readonly workspace: OpenWorkspace | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** An empty tree. Every answer carries X-Request-Id, and every error is a problem. */
export function createRouteTree(name: RouteTree['name'], context: Context, gate: Gate): RouteTree {
  const hono = new Hono<Env>();
  // Random once, then counted: a random id for every request would be a measurable part of the small ones.
  const run = context.newId('req');
  let requestCount = 0;
  const enter: RouteTree['enter'] = (c, isOpen) => {
    const fields: Fields = { [requestIdField]: `${run}-${++requestCount}` };
    c.set('fields', fields);
    const { principal, workspace, headers } = gate(c.req.raw, c.env.caller, isOpen);
    Object.assign(fields, headers);
    return { principal, workspace, fields };
  };
  const tree: RouteTree = { name, hono, bound: [], enter };
  hono.notFound((c) => {
    // The key comes before the address (decisions.md, order of checks).
    enter(c, isOpenPath(tree, c.req.path));
    throw unknownAddress(tree, c.req.path, c.req.method);
  });
  hono.onError((error, c) => {
    const problem = toProblem(error);
    if (problem.code === 'internal') {
      context.log.error({ requestId: c.get('fields')[requestIdField], path: c.req.path, err: error }, 'request failed');
    }
    return answerProblem(c, problem);
  });
  return tree;
}

/** Puts a handler behind its route: role, input and idempotency are checked in the order that decisions.md gives. */
export function bindRoute<R extends Route>(tree: RouteTree, route: R, handler: Handler<R>): void {
  const path = trees[tree.name] + route.path;
  const toEtag = createEtagger();
  tree.bound.push(route);
  tree.hono.on(route.method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1'), (c): Response | Promise<Response> => {
    const entered = tree.enter(c, route.roles === 'everyone');
    if (route.roles !== 'everyone' && !route.roles.includes(entered.principal.role)) {
      throw new Problem('forbidden', explainRoles(route.roles));
    }
    const finish = (answer: Answer<R>) => respond(c.req.raw, route, answer, entered.fields, toEtag);
    if (route.method === 'post' || route.json)
      return track(tree, entered, answerBody(c, route, entered, handler)).then(finish);
    // Most requests need not wait for anything, and a promise costs them a tenth of their time.
    const answer = handler(createCall(c, route, entered, undefined, null));
    return answer instanceof Promise ? track(tree, entered, answer).then(finish) : finish(answer);
  });
}

/** While it runs, its workspace stays open; but the program's own requests are those that close workspaces. */
function track<T>({ name }: RouteTree, { workspace }: Entered, answer: Promise<T>): Promise<T> {
  if (name === 'v1') workspace?.requests.track(answer);
  return answer;
}

/** With a body, or with an effect that may be asked for twice. */
async function answerBody<R extends Route>(c: HonoContext<Env>, route: R, entered: Entered, handler: Handler<R>) {
  const scope = idempotencyScope(route, c.req.raw, entered.principal);
  const leave = scope && entered.workspace?.idempotency.enter(scope);
  try {
    const json = route.json && checkInput(route.json, await readJson(c.req.raw), 'The body');
    return await handler(createCall(c, route, entered, json, scope));
  } finally {
    leave?.();
  }
}

function createCall<R extends Route>(
  c: HonoContext<Env>,
  route: R,
  { principal, workspace }: Entered,
  json: unknown,
  scope: IdempotencyScope | null,
): Call<R> {
  const openWorkspace = () => {
    if (!workspace) throw new Problem('no_workspace', 'Open or make a workspace first.');
    return workspace;
  };
  return {
    request: c.req.raw,
    principal,
    get workspace() {
      return openWorkspace();
    },
    params: route.params && checkInput(route.params, c.req.param(), 'The address'),
    query: route.query && checkInput(route.query, c.req.query(), 'The query'),
    json,
    commitOnce: (fingerprint: string, effect: () => JsonAnswer<R>): TextAnswer => {
      const { answer, isReplayed } = openWorkspace().idempotency.commitOnce(scope, fingerprint, () => {
        const { body, headers = {} } = effect();
        return { text: JSON.stringify(body), headers };
      });
      return isReplayed ? { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } } : answer;
    },
  } as Call<R>; // the parts follow the route's schemas, which TypeScript cannot see through the conditional types
}

function idempotencyScope(route: Route, request: Request, { keyId }: Principal): IdempotencyScope | null {
  if (route.method !== 'post') return null;
  const idempotencyKey = readIdempotencyKey(request.headers);
  return idempotencyKey === null ? null : { keyId, operation: route.id, idempotencyKey };
}

/** Plain records of fields, and no Headers: the HTTP adapter passes them on without looking at them. */
function respond<R extends Route>(
  request: Request,
  route: R,
  answer: Answer<R>,
  fields: Fields,
  toEtag: (text: string) => string,
): Response {
  if (answer instanceof Response) {
    Object.assign(fields, Object.fromEntries(answer.headers));
    return new Response(answer.body, { status: answer.status, headers: fields });
  }
  const text = 'text' in answer ? answer.text : JSON.stringify(answer.body);
  const headers = Object.assign(fields, answer.headers);
  headers['Content-Type'] = 'application/json';
  if (route.method !== 'get' || route.extension) {
    headers['Cache-Control'] = 'no-store';
    return new Response(text, { status: route.status, headers });
  }
  const etag = toEtag(text);
  headers['ETag'] = etag;
  if (!matchesEtag(request.headers.get('If-None-Match'), etag))
    return new Response(text, { status: route.status, headers });
  delete headers['Content-Type'];
  return new Response(null, { status: 304, headers });
}

function isOpenPath(tree: RouteTree, path: string): boolean {
  return tree.bound.some((route) => route.roles === 'everyone' && matchesPath(trees[tree.name] + route.path, path));
}

function unknownAddress(tree: RouteTree, path: string, method: string): Problem {
  const allowed = tree.bound
    .filter((route) => matchesPath(trees[tree.name] + route.path, path))
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

function answerProblem(c: HonoContext<Env>, problem: Problem): Response {
  const headers: Fields = {
    ...c.get('fields'),
    ...problem.headers,
    'Content-Type': problemMediaType,
    'Cache-Control': 'no-store',
  };
  const body = toProblemBody(problem, c.req.path, headers[requestIdField] ?? '');
  return new Response(JSON.stringify(body), { status: problem.status, headers });
}
