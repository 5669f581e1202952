import type * as z from 'zod';
import { Problem, problemSchema } from './problems.ts';
import { fillPath, type Route } from './route.ts';

type RouteInput<R extends Route> = (R extends { params: z.ZodType<infer Params> } ? { params: Params } : object) &
  (R extends { query: infer Query extends z.ZodType } ? { query?: z.input<Query> } : object) &
  (R extends { json: infer Json extends z.ZodType } ? { json: z.input<Json> } : object) &
  (R extends { form: infer Form extends z.ZodType } ? { form: z.input<Form> & { file: File } } : object) & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    /** Sends the request even if its page ends; at most 64 KiB. */
    readonly keepalive?: boolean;
    /** Called with the headers of a successful response. */
    readonly readHeaders?: (headers: Headers) => void;
  };

export type RouteOutput<R extends Route> = R['response'] extends z.ZodType ? z.output<R['response']> : Response;

/** Calls one operation and returns its validated body, or a Response for bytes and events. Throws a Problem for error responses. */
export type Client = <R extends Route>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;

type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

/** Creates a typed client for one route tree. `base` is its URL, such as `http://127.0.0.1:8080/v1` or `/app`. */
export function createClient(base: string, send: SendRequest = (url, init) => fetch(url, init)): Client {
  return async (route, input) => {
    const response = await send(buildUrl(base, route, input), buildRequestInit(route, input));
    if (!response.ok) throw await parseProblem(response);
    input.readHeaders?.(response.headers);
    if (typeof route.response === 'string') return response as RouteOutput<typeof route>; // the conditional type is undecided here
    return route.response.parse(await response.json()) as RouteOutput<typeof route>;
  };
}

type UntypedInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string | File>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
};

function buildUrl(base: string, route: Route, input: UntypedInput): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  const suffix = query.size > 0 ? `?${query}` : '';
  return `${base}${fillPath(route.path, input.params ?? {})}${suffix}`;
}

function buildRequestInit(route: Route, input: UntypedInput): RequestInit {
  const headers: Record<string, string> = { ...input.headers };
  const init: RequestInit = { method: route.method.toUpperCase(), headers };
  if (input.signal) init.signal = input.signal;
  if (input.keepalive) init.keepalive = true;
  if (input.form) {
    const form = new FormData();
    for (const [name, value] of Object.entries(input.form)) form.set(name, value);
    init.body = form;
  } else if (route.json) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(input.json);
  }
  return init;
}

/** Returns the Problem that an error response describes. */
export async function parseProblem(response: Response): Promise<Problem> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success)
    return new Problem(
      'internal',
      `The service sent an unexpected response (HTTP ${response.status}). Reload the window.`,
    );
  const { code, detail, errors } = parsed.data;
  return new Problem(code, detail, errors ? { errors } : {});
}
