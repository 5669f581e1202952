import { onTestFinished, vi } from 'vitest';
import type * as z from 'zod';
import { routeTreePaths, v1Routes } from '../../../shared/contract/contract.ts';
import { Problem, problemTypes, type ProblemBody } from '../../../shared/contract/problems.ts';
import type { Route } from '../../../shared/contract/route.ts';

/** A request of the window, as the service receives it. */
export type ReceivedRequest = {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly idempotencyKey: string | null;
  readonly ifMatch: string | null;
};

type Body<R extends Route> = R['response'] extends z.ZodType ? z.input<R['response']> : Blob;

/** Returns the body of the response. A thrown Problem becomes an error response; another error loses the response. */
type Answer<R extends Route> = (request: ReceivedRequest) => Body<R> | Promise<Body<R>>;

type BoundAnswer = {
  readonly route: Route;
  readonly path: RegExp;
  readonly answer: (request: ReceivedRequest) => unknown;
};

/** The error with which `fetch` rejects if the service cannot be reached or its response is lost. */
export const connectionError = new TypeError('Failed to fetch');

/**
 * Answers the requests of a component, which are made with the window's own client, until the test ends. A request without
 * an answer fails.
 */
export function startFakeService() {
  const answers = new Map<string, BoundAnswer>();
  const received: { readonly route: Route; readonly request: ReceivedRequest }[] = [];
  const respond = async (url: string, init: RequestInit): Promise<Response> => {
    const [path = url, search] = url.split('?', 2);
    const bound = [...answers.values()].find(
      ({ route, path: pattern }) => route.method.toUpperCase() === init.method && pattern.test(path),
    );
    if (!bound) throw new Error(`The test has no answer for ${init.method} ${path}.`);
    const request: ReceivedRequest = {
      path,
      query: Object.fromEntries(new URLSearchParams(search)),
      json: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      idempotencyKey: new Headers(init.headers).get('Idempotency-Key'),
      ifMatch: new Headers(init.headers).get('If-Match'),
    };
    received.push({ route: bound.route, request });
    try {
      const body = await bound.answer(request);
      const { status } = bound.route;
      if (body instanceof Blob) return new Response(body, { status });
      return Response.json(body, { status, headers: { ETag: getFakeEtag(body) } });
    } catch (error) {
      if (error instanceof Problem) return Response.json(toProblemBody(error, path), { status: error.status });
      throw error;
    }
  };
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => respond(String(url), init ?? {}));
  onTestFinished(() => spy.mockRestore());
  return {
    /** Answers a route. Replaces an earlier answer. */
    answer: <R extends Route>(route: R, answer: Answer<R>): void => {
      const base = Object.values<Route>(v1Routes).includes(route) ? routeTreePaths.v1 : routeTreePaths.app;
      const path = new RegExp(`^${base}${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      answers.set(route.id, { route, path, answer });
    },
    /** Returns the requests for a route so far, oldest first. */
    listRequests: (route: Route): readonly ReceivedRequest[] =>
      received.filter((one) => one.route.id === route.id).map(({ request }) => request),
  };
}

export type FakeService = ReturnType<typeof startFakeService>;

/** Returns the ETag of a body that the fake service sends. */
export function getFakeEtag(body: unknown): string {
  return `"${Array.from(JSON.stringify(body)).reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 32, 7)}"`;
}

function toProblemBody({ code, status, message, errors }: Problem, instance: string): ProblemBody {
  const { title } = problemTypes[code];
  return {
    type: 'about:blank',
    title,
    status,
    detail: message,
    instance,
    code,
    request_id: 'req_1',
    ...(errors.length > 0 && { errors: [...errors] }),
  };
}
