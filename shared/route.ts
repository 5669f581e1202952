import type * as z from 'zod';
import type { ProblemCode } from './problems.ts';
import type { Role } from './roles.ts';

export type HttpMethod = 'get' | 'post' | 'patch' | 'delete';

/** What an answer carries: JSON by a schema, a file's bytes, or a stream of server-sent events. */
export type ResponseBody = z.ZodType | 'bytes' | 'events';

/**
 * One operation of the contract. Paths are relative to the tree (`/v1` or `/app`) and name parameters as `{name}`.
 * Validation, the typed client, the OpenAPI document and the tests' checks are all derived from it.
 */
export type Route = {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  /** A few words, which the activity shows of a command. */
  readonly summary: string;
  /** What the summary leaves out, in whole sentences. */
  readonly description?: string;
  readonly tag: string;
  /** `everyone` needs no key. */
  readonly roles: readonly Role[] | 'public';
  /** True where the specification does not have the operation. */
  readonly extension: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly json?: z.ZodType;
  /** The fields of a multipart/form-data body; the part `file` is streamed and never part of this schema. */
  readonly form?: z.ZodObject;
  readonly status: 200 | 201 | 202;
  readonly response: ResponseBody;
  /** A POST that asks and changes nothing. */
  readonly readOnly?: true;
  /** Problems beyond those that any operation may answer with. */
  readonly problems: readonly ProblemCode[];
};

/** Declares a route and keeps its literal types. */
export function defineRoute<const R extends Route>(definition: R): R {
  return definition;
}

/** Whether an operation changes something when it succeeds, and so belongs into the activity. */
export function isWrite({ method, readOnly }: Route): boolean {
  return method !== 'get' && readOnly !== true;
}

/** Whether a role may use an operation. */
export function canUseRoute({ roles }: Pick<Route, 'roles'>, role: Role): boolean {
  return roles === 'public' || roles.includes(role);
}

/** `/a/{id}` with `{ id: 'x/y' }` becomes `/a/x%2Fy`. Throws a TypeError when a parameter is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
}
