import type { HonoRequest } from 'hono';
import type * as z from 'zod';
import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import type { AuditSubject } from '../../features/activity/audit-log.ts';
import type { OpenWorkspace } from '../../workspaces/open-workspace.ts';
import type { AuditedRequest } from './audited-request.ts';
import type { HandlerResponse, ResponseHeaders, JsonResponse, SerializedResponse } from './build-response.ts';
import { requireActiveKey, type Principal } from '../../features/api-keys/authenticate.ts';
import { checkInput } from './check-input.ts';
import type { IdempotencyScope } from './idempotency-store.ts';

/** A request that has been let in, and the fields that every answer to it carries. */
export type AuthenticatedRequest = {
  readonly principal: Principal;
  readonly workspace: OpenWorkspace | undefined;
  readonly headers: ResponseHeaders;
};

type ParsedInput<R extends Route, Part extends 'params' | 'query' | 'json'> =
  R extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

/** A request that has passed the key, the route and the role, with its input checked. */
export type RequestContext<R extends Route> = {
  readonly request: Request;
  readonly principal: Principal;
  readonly workspace: OpenWorkspace;
  readonly params: ParsedInput<R, 'params'>;
  readonly query: ParsedInput<R, 'query'>;
  readonly json: ParsedInput<R, 'json'>;
  /**
   * Runs the effect of a POST in one transaction with its answer, once for each Idempotency-Key; `fingerprint` tells
   * whether two requests are the same. What of the body may be stored for a replay is what `keep` leaves, all by default.
   */
  readonly commitOnce: (
    fingerprint: string,
    effect: () => JsonResponse<R>,
    keep?: (body: JsonResponse<R>['body'] & object) => object,
  ) => HandlerResponse<R>;
  /** Runs the effect of a PATCH or DELETE in one transaction. */
  readonly commit: (effect: () => JsonResponse<R>) => HandlerResponse<R>;
  /** Tells what a command is about, where its path and its answer do not. */
  readonly setAuditSubject: (subject: Partial<AuditSubject>) => void;
  /** Tells that a command only goes on with what an earlier one began. */
  readonly skipAudit: () => void;
};

export type Handler<R extends Route> = (call: RequestContext<R>) => HandlerResponse<R> | Promise<HandlerResponse<R>>;

/** Looks for the resource that the path names. Throws Problem 404. */
export type ResourceFinder<R extends Route> = (call: Omit<RequestContext<R>, 'json'>) => unknown;

/** What a handler is called with; the input is checked here. */
export function createRequestContext<R extends Route>(
  request: HonoRequest,
  route: R,
  { principal, workspace }: AuthenticatedRequest,
  json: unknown,
  scope: IdempotencyScope | null,
  command?: AuditedRequest,
): RequestContext<R> {
  const openWorkspace = () => {
    if (!workspace) throw new Problem('no_workspace', 'Open or make a workspace first.');
    return workspace;
  };
  const openForChange = () => {
    const open = openWorkspace();
    if (command) requireActiveKey(request.raw.headers, principal, open);
    return open;
  };
  return {
    request: request.raw,
    principal,
    get workspace() {
      return openWorkspace();
    },
    params: route.params && parseParams(route.params, request),
    query: route.query && checkInput(route.query, request.query(), 'The query'),
    json,
    commitOnce: (
      fingerprint: string,
      effect: () => JsonResponse<R>,
      keep?: (body: JsonResponse<R>['body']) => object,
    ): SerializedResponse => {
      const open = openForChange();
      const { answer, isReplayed } = open.idempotency.commitOnce(scope, fingerprint, () => {
        const { body, headers = {} } = effect();
        command?.writeEntry(open, body);
        return { text: JSON.stringify(body), headers, kept: keep && JSON.stringify(keep(body)) };
      });
      command?.markCommitted(!isReplayed);
      return isReplayed ? { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } } : answer;
    },
    commit: (effect: () => JsonResponse<R>): JsonResponse<R> => {
      const open = openForChange();
      const answer = open.db.transaction(() => {
        const given = effect();
        command?.writeEntry(open, given.body);
        return given;
      });
      command?.markCommitted(true);
      return answer;
    },
    setAuditSubject: (subject: Partial<AuditSubject>) => command?.setAuditSubject(subject),
    skipAudit: () => command?.skipAudit(),
  } as RequestContext<R>; // the parts follow the route's schemas, which TypeScript cannot see through the conditional types
}

/** What cannot be the name of anything, as it is too long, names nothing. */
function parseParams(schema: z.ZodObject, request: HonoRequest) {
  const parsed = schema.safeParse(request.param());
  if (parsed.success) return parsed.data;
  throw new Problem('not_found', `There is nothing at ${request.path}.`);
}
