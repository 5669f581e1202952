import type * as z from 'zod';
import { Problem, problemSchema } from './problems.ts';
import { fillPath, type Route } from './route.ts';

type Input<R extends Route> = (R extends { params: z.ZodType<infer Params> } ? { params: Params } : object) &
  (R extends { query: infer Query extends z.ZodType } ? { query?: z.input<Query> } : object) &
  (R extends { json: infer Json extends z.ZodType } ? { json: z.input<Json> } : object) &
  (R extends { form: infer Form extends z.ZodType } ? { form: z.input<Form> & { file: File } } : object) & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  };

export type Output<R extends Route> = R['answer'] extends z.ZodType ? z.output<R['answer']> : Response;

/** Calls one operation and gives its checked body (a Response for bytes and events). Throws Problem for any error answer. */
export type Client = <R extends Route>(route: R, input: Input<R>) => Promise<Output<R>>;

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** A typed client for one route tree; `base` is its address, e.g. `http://127.0.0.1:8080/v1` or just `/app`. */
export function createClient(base: string, send: Send = (url, init) => fetch(url, init)): Client {
  return async (route, input) => {
    const response = await send(addressOf(base, route, input), initOf(route, input));
    if (!response.ok) throw await readProblem(response);
    if (typeof route.answer === 'string') return response as Output<typeof route>; // the conditional type is undecided here
    return route.answer.parse(await response.json()) as Output<typeof route>;
  };
}

type AnyInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string | File>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

function addressOf(base: string, route: Route, input: AnyInput): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  const suffix = query.size > 0 ? `?${query}` : '';
  return `${base}${fillPath(route.path, input.params ?? {})}${suffix}`;
}

function initOf(route: Route, input: AnyInput): RequestInit {
  const headers: Record<string, string> = { ...input.headers };
  const init: RequestInit = { method: route.method.toUpperCase(), headers };
  if (input.signal) init.signal = input.signal;
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

async function readProblem(response: Response): Promise<Problem> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success)
    return new Problem('internal', `The service answered ${response.status} in a form that is not known.`);
  const { code, detail, errors } = parsed.data;
  return new Problem(code, detail, errors ? { errors } : {});
}
