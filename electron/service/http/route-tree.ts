import { Hono, type Context as HonoContext } from 'hono';
import { trees } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import { explainRoles } from '../../../shared/roles.ts';
import { isCommand, mayUse, type Route } from '../../../shared/route.ts';
import type { Journal } from '../activity/journal.ts';
import type { Context } from '../context.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import { requestIdField, respond, respondProblem, type Answer, type Fields } from './answer.ts';
import type { Principal } from './authenticate.ts';
import { createCall, type Entered, type Finder, type Handler } from './call.ts';
import { checkInput } from './check-input.ts';
import { Command } from './command.ts';
import { createEtagger } from './etag.ts';
import { idempotencyScope } from './idempotency.ts';
import { readJson } from './read-json.ts';
import { toProblem } from './to-problem.ts';

/** Whether a request comes from the program's own window or from anything else that speaks HTTP. */
export type Caller = 'window' | 'network';

type Env = {
  Bindings: { readonly caller: Caller };
  Variables: { fields: Fields };
};

export type RouteTree = {
  readonly name: keyof typeof trees;
  readonly hono: Hono<Env>;
  readonly bound: Route[];
  readonly journal: Journal;
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
export function createRouteTree(name: RouteTree['name'], context: Context, gate: Gate, journal: Journal): RouteTree {
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
  const tree: RouteTree = { name, hono, bound: [], journal, enter };
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
    // As it was sent: `instance` is a URI reference (RFC 9457, section 3.1.5).
    return respondProblem(problem, new URL(c.req.url).pathname, c.get('fields'));
  });
  return tree;
}

/**
 * Puts a handler behind its route: role, input and idempotency are checked in the order that decisions.md gives. A route whose
 * path names a resource and whose request has a body brings `find`, so that what is not there is told before the body is judged.
 */
export function bindRoute<R extends Route>(tree: RouteTree, route: R, handler: Handler<R>, find?: Finder<R>): void {
  const path = trees[tree.name] + route.path;
  const toEtag = createEtagger();
  const isRecorded = isCommand(route);
  tree.bound.push(route);
  tree.hono.on(route.method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1'), (c): Response | Promise<Response> => {
    const entered = tree.enter(c, route.roles === 'everyone');
    const finish = (answer: Answer<R>) => respond(c.req.raw, route, answer, entered.fields, toEtag);
    if (isRecorded) {
      const command = new Command(tree.journal, route, entered, c.req.param());
      const answer = command.run(async () => {
        checkRole(route, entered);
        find?.(createCall(c.req, route, entered, undefined, null));
        return answerBody(c, route, entered, handler, command);
      });
      return track(tree, entered, answer).then(finish);
    }
    checkRole(route, entered);
    if (route.method === 'post' || route.json)
      return track(tree, entered, answerBody(c, route, entered, handler)).then(finish);
    // Most requests need not wait for anything, and a promise costs them a tenth of their time.
    const answer = handler(createCall(c.req, route, entered, undefined, null));
    return answer instanceof Promise ? track(tree, entered, answer).then(finish) : finish(answer);
  });
}

function checkRole(route: Route, { principal }: Entered): void {
  if (route.roles !== 'everyone' && !mayUse(route, principal.role))
    throw new Problem('forbidden', explainRoles(route.roles));
}

/** While it runs, its workspace stays open; but the program's own requests are those that close workspaces. */
function track<T>({ name }: RouteTree, { workspace }: Entered, answer: Promise<T>): Promise<T> {
  if (name === 'v1') workspace?.requests.track(answer);
  return answer;
}

/** With a body, or with an effect that may be asked for twice. */
async function answerBody<R extends Route>(
  c: HonoContext<Env>,
  route: R,
  entered: Entered,
  handler: Handler<R>,
  command?: Command,
) {
  const scope = idempotencyScope(route, c.req.raw, entered.principal);
  const leave = scope && entered.workspace?.idempotency.enter(scope);
  try {
    const json = route.json && checkInput(route.json, await readJson(c.req.raw), 'The body');
    return await handler(createCall(c.req, route, entered, json, scope, command));
  } finally {
    leave?.();
  }
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
