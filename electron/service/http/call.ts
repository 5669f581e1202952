import type { HonoRequest } from 'hono';
import type * as z from 'zod';
import { Problem } from '../../../shared/problems.ts';
import type { Route } from '../../../shared/route.ts';
import type { Subject } from '../activity/journal.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import type { Command } from './command.ts';
import type { Answer, Fields, JsonAnswer, TextAnswer } from './answer.ts';
import { expectLiveKey, type Principal } from './authenticate.ts';
import { checkInput } from './check-input.ts';
import type { IdempotencyScope } from './idempotency.ts';

/** A request that has been let in, and the fields that every answer to it carries. */
export type Entered = {
  readonly principal: Principal;
  readonly workspace: OpenWorkspace | undefined;
  readonly fields: Fields;
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
   * whether two requests are the same. What of the body may be stored for a replay is what `keep` leaves, all by default.
   */
  readonly commitOnce: (
    fingerprint: string,
    effect: () => JsonAnswer<R>,
    keep?: (body: JsonAnswer<R>['body'] & object) => object,
  ) => Answer<R>;
  /** Runs the effect of a PATCH or DELETE in one transaction. */
  readonly commit: (effect: () => JsonAnswer<R>) => Answer<R>;
  /** Tells what a command is about, where its path and its answer do not. */
  readonly about: (subject: Partial<Subject>) => void;
  /** Tells that a command only goes on with what an earlier one began. */
  readonly goOn: () => void;
};

export type Handler<R extends Route> = (call: Call<R>) => Answer<R> | Promise<Answer<R>>;

/** Looks for the resource that the path names. Throws Problem 404. */
export type Finder<R extends Route> = (call: Omit<Call<R>, 'json'>) => unknown;

/** What a handler is called with; the input is checked here. */
export function createCall<R extends Route>(
  request: HonoRequest,
  route: R,
  { principal, workspace }: Entered,
  json: unknown,
  scope: IdempotencyScope | null,
  command?: Command,
): Call<R> {
  const openWorkspace = () => {
    if (!workspace) throw new Problem('no_workspace', 'Open or make a workspace first.');
    return workspace;
  };
  const openForChange = () => {
    const open = openWorkspace();
    if (command) expectLiveKey(request.raw.headers, principal, open);
    return open;
  };
  return {
    request: request.raw,
    principal,
    get workspace() {
      return openWorkspace();
    },
    params: route.params && readParams(route.params, request),
    query: route.query && checkInput(route.query, request.query(), 'The query'),
    json,
    commitOnce: (
      fingerprint: string,
      effect: () => JsonAnswer<R>,
      keep?: (body: JsonAnswer<R>['body']) => object,
    ): TextAnswer => {
      const open = openForChange();
      const { answer, isReplayed } = open.idempotency.commitOnce(scope, fingerprint, () => {
        const { body, headers = {} } = effect();
        command?.write(open, body);
        return { text: JSON.stringify(body), headers, kept: keep && JSON.stringify(keep(body)) };
      });
      command?.settle(!isReplayed);
      return isReplayed ? { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } } : answer;
    },
    commit: (effect: () => JsonAnswer<R>): JsonAnswer<R> => {
      const open = openForChange();
      const answer = open.db.transaction(() => {
        const given = effect();
        command?.write(open, given.body);
        return given;
      });
      command?.settle(true);
      return answer;
    },
    about: (subject: Partial<Subject>) => command?.about(subject),
    goOn: () => command?.goOn(),
  } as Call<R>; // the parts follow the route's schemas, which TypeScript cannot see through the conditional types
}

/** What cannot be the name of anything, as it is too long, names nothing. */
function readParams(schema: z.ZodObject, request: HonoRequest) {
  const parsed = schema.safeParse(request.param());
  if (parsed.success) return parsed.data;
  throw new Problem('not_found', `There is nothing at ${request.path}.`);
}
