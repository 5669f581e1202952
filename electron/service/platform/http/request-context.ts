import type { HonoRequest } from 'hono';
import type * as z from 'zod';
import { Problem, type InputError } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import type { AuditSubject, AuditedRequest } from './audited-request.ts';
import type { HandlerResponse, JsonResponse } from './build-response.ts';
import type { IdempotencyScope, StoredResponse } from './idempotency-queries.ts';
import type { Principal } from './principal.ts';
import type { AuthenticatedRequest } from './workspace-scope.ts';

type ParsedInput<R extends Route, Part extends 'params' | 'query' | 'json'> =
  R extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

/**
 * The argument of a handler: an authenticated and permitted request with its checked input. `Services` are the parts of
 * the workspace that the feature declares, `Found` is the resource that the path names. `db`, `events` and `services` throw
 * Problem `no_workspace` if no workspace is open.
 */
export type RequestContext<R extends Route, Services = unknown, Found = unknown> = {
  readonly request: Request;
  readonly principal: Principal;
  readonly orgId: string;
  readonly db: Database;
  readonly context: Context;
  readonly events: EventPublisher;
  readonly services: Services;
  readonly params: ParsedInput<R, 'params'>;
  readonly query: ParsedInput<R, 'query'>;
  readonly json: ParsedInput<R, 'json'>;
  /** The result of the route's `find`. */
  readonly found: Found;
  /**
   * Runs the effect of a POST and stores its response in one transaction, once for each Idempotency-Key. Two requests with
   * one key are equal if their inputs are equal JSON. `toStored` removes parts of the body that must not be stored.
   */
  readonly commitOnce: (
    input: unknown,
    effect: () => JsonResponse<R>,
    toStored?: (body: JsonResponse<R>['body'] & object) => object,
  ) => HandlerResponse<R>;
  /**
   * Returns the response that `commitOnce` stored for this Idempotency-Key and input, or null if there is none. For a route that cannot
   * check a repeated request as it checked the first one, because the first one has deleted what the path names.
   */
  readonly findReplay: (input: unknown) => HandlerResponse<R> | null;
  /** Runs the effect of a PUT, PATCH or DELETE in one transaction. */
  readonly commit: (effect: () => JsonResponse<R>) => HandlerResponse<R>;
  /** Sets the subject of the audit entry, if path and response do not name it. */
  readonly setAuditSubject: (subject: Partial<AuditSubject>) => void;
  /** Sets who acts for the audit entry, if the credential of the request is no API key. */
  readonly setAuditPrincipal: (principal: Principal) => void;
  /** Writes no audit entry if the request succeeds, because it only continues an earlier change. */
  readonly skipAudit: () => void;
};

export type Handler<R extends Route, Services = unknown, Found = unknown> = (
  context: RequestContext<R, Services, Found>,
) => HandlerResponse<R> | Promise<HandlerResponse<R>>;

/** Finds the resource that the path names. Throws Problem 404. */
export type ResourceFinder<R extends Route, Services = unknown, Found = unknown> = (
  context: Omit<RequestContext<R, Services>, 'json' | 'found'>,
) => Found;

export type RequestContextOptions<Services> = {
  readonly request: HonoRequest;
  readonly context: Context;
  readonly authenticated: AuthenticatedRequest<Services>;
  readonly json?: unknown;
  readonly found?: unknown;
  readonly idempotencyScope?: IdempotencyScope | null;
  readonly audited?: AuditedRequest | undefined;
};

/** Creates the argument of a handler. Throws Problem `malformed` or `not_found` for invalid query or path parameters. */
export function createRequestContext<R extends Route, Services, Found>(
  route: R,
  options: RequestContextOptions<Services>,
): RequestContext<R, Services, Found> {
  const { request, context, authenticated, json, found, idempotencyScope = null, audited } = options;
  const { principal, workspace } = authenticated;
  const requireWorkspace = () => {
    if (!workspace) throw new Problem('no_workspace', 'Open or create a workspace first.');
    return workspace;
  };
  const requireWritableWorkspace = () => {
    const writable = requireWorkspace();
    if (audited) authenticated.requireActiveKey();
    return writable;
  };
  const replay = (response: StoredResponse): StoredResponse => {
    audited?.markRecorded();
    return { ...response, headers: { ...response.headers, 'Idempotency-Replayed': 'true' } };
  };
  return {
    request: request.raw,
    principal,
    orgId: principal.orgId,
    get db() {
      return requireWorkspace().db;
    },
    context,
    get events() {
      return requireWorkspace().events;
    },
    get services() {
      return requireWorkspace().services;
    },
    params: route.params && parseParams(route.params, request),
    query: route.query && parseQuery(route.query, request),
    json,
    found,
    commitOnce: (
      input: unknown,
      effect: () => JsonResponse<R>,
      toStored?: (body: JsonResponse<R>['body']) => object,
    ): StoredResponse => {
      const writable = requireWritableWorkspace();
      const { response, isReplayed } = writable.idempotency.commitOnce(idempotencyScope, input, () => {
        const { body, headers = {} } = effect();
        audited?.writeEntry(writable, body);
        return { text: JSON.stringify(body), headers, storedText: toStored && JSON.stringify(toStored(body)) };
      });
      return isReplayed ? replay(response) : response;
    },
    findReplay: (input: unknown): StoredResponse | null => {
      const stored = requireWritableWorkspace().idempotency.findReplay(idempotencyScope, input);
      return stored && replay(stored);
    },
    commit: (effect: () => JsonResponse<R>): JsonResponse<R> => {
      const writable = requireWritableWorkspace();
      return writable.db.transaction(() => {
        const response = effect();
        audited?.writeEntry(writable, response.body);
        return response;
      });
    },
    setAuditSubject: (subject: Partial<AuditSubject>) => audited?.setSubject(subject),
    setAuditPrincipal: (acting: Principal) => audited?.setPrincipal(acting),
    skipAudit: () => audited?.skip(),
  } as RequestContext<R, Services, Found>; // the parts follow the route's schemas, which TypeScript cannot see through the conditional types
}

/** A parameter that no id can have, such as one that is too long, is 404 and not 400. */
function parseParams(schema: z.ZodObject, request: HonoRequest) {
  const parsed = schema.safeParse(request.param());
  if (parsed.success) return parsed.data;
  throw new Problem('not_found', `There is no resource at ${request.path}.`);
}

/** A repeated parameter is malformed: the result would be right for one of its values only. */
function parseQuery(schema: z.ZodObject, request: HonoRequest) {
  const values = Object.entries(request.queries());
  const [repeated] = values.find(([name, { length }]) => length > 1 && Object.hasOwn(schema.shape, name)) ?? [];
  if (repeated !== undefined) {
    const detail = `${repeated}: Send this parameter once.`;
    throw new Problem('malformed', `The query is invalid: ${detail}`, {
      errors: [{ pointer: `/${repeated}`, detail }],
    });
  }
  return checkInput(schema, Object.fromEntries(values.map(([name, [value]]) => [name, value])), 'The query');
}

/**
 * Returns the parsed input. Throws Problem `malformed` with a pointer to each invalid part. `label` is the subject of the
 * message, such as "The body".
 */
export function checkInput<Schema extends z.ZodType>(schema: Schema, input: unknown, label: string): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, 20).map(toInputError);
  throw new Problem('malformed', `${label} is invalid: ${errors[0]?.detail ?? 'unknown'}`, { errors });
}

function toInputError({ path, message }: z.core.$ZodIssue): InputError {
  const pointer = formatPointer(path);
  return { pointer, detail: pointer === '' ? message : `${pointer.slice(1)}: ${message}` };
}

/** Returns a JSON Pointer (RFC 6901). */
export function formatPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
