import type * as z from 'zod';
import type { ProblemCode } from './problems.ts';
import type { Role } from './roles.ts';

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A JSON schema, the bytes of a file, or a stream of server-sent events. */
export type ResponseBody = z.ZodType | 'bytes' | 'events';

/**
 * One operation of the API. Paths are relative to the route tree (`/v1` or `/app`) and write parameters as `{name}`.
 * Validation, the typed client, the OpenAPI document and the response checks in tests are derived from it.
 */
export type Route = {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  /** A short imperative phrase: "List calls". */
  readonly summary: string;
  /** Whole sentences. */
  readonly description?: string;
  readonly tag: string;
  /** `public` requires no API key. */
  readonly roles: readonly Role[] | 'public';
  /** True if the operation is not in the service specification. */
  readonly extension: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly json?: z.ZodType;
  /** The fields of a multipart/form-data body; the part `file` is streamed and never part of this schema. */
  readonly form?: z.ZodObject;
  readonly status: 200 | 201 | 202;
  readonly response: ResponseBody;
  /** Whether it honours If-Match (RFC 9110, section 13.1.1). */
  readonly ifMatch?: true;
  /** A POST that changes nothing. */
  readonly readOnly?: true;
  /** A write that does not change the data of the open workspace, so it is possible while that is open read-only. */
  readonly outsideWorkspace?: true;
  /** An operation on this computer. The API key of a linked workspace does not limit it, only the role that the user chose. */
  readonly isLocal?: true;
  /** Problems besides those of the checks before the handler, such as an invalid key or body. */
  readonly problems: readonly ProblemCode[];
};

/** An operation that the OpenAPI document describes for other programs. */
export type PublicRoute = Route & { readonly description: string };

/** Declares a route and keeps its literal types. */
export function defineRoute<const R extends Route>(definition: R): R {
  return definition;
}

export function canUseRoute({ roles }: Pick<Route, 'roles'>, role: Role): boolean {
  return roles === 'public' || roles.includes(role);
}

/**
 * Returns the role with which the window uses a route. `highestRole` is the role of a linked workspace's API key: a user who has not
 * chosen a lower one is still the admin of this computer.
 */
export function findWindowRole({ isLocal }: Pick<Route, 'isLocal'>, role: Role, highestRole: Role): Role {
  return isLocal && role === highestRole ? 'admin' : role;
}

/** Returns whether an operation changes data and is therefore recorded in the audit log. */
export function isWrite({ method, readOnly }: Route): boolean {
  return method !== 'get' && readOnly !== true;
}

/** Returns whether an operation changes the data of the open workspace. */
export function changesWorkspace(route: Route): boolean {
  return isWrite(route) && route.outsideWorkspace !== true;
}

/** `/a/{id}` with `{ id: 'x/y' }` becomes `/a/x%2Fy`. Throws a TypeError if a parameter is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${path} requires the parameter ${name}.`);
    return encodeURIComponent(value);
  });
}
