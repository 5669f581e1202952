import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import {
  problemMediaType,
  problemTypes,
  type Problem,
  type ProblemBody,
} from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { matchesEtag, requireMatch } from './etag.ts';
import type { StoredResponse } from './idempotency-queries.ts';

/** The result of a handler: a body that its route describes. */
export type JsonResponse<R extends Route> = {
  readonly body: R['response'] extends z.ZodType ? z.input<R['response']> : never;
  readonly headers?: Readonly<Record<string, string>>;
};

export type HandlerResponse<R extends Route> = JsonResponse<R> | StoredResponse | Response;

/** Created once for each response and then added to: a copy for each step would cost more than the steps. */
export type ResponseHeaders = Record<string, string>;

export const requestIdHeader = 'X-Request-Id';

/** The first headers of every response. No page of another origin can embed a response, or have its type guessed. */
export function createResponseHeaders(requestId: string): ResponseHeaders {
  return {
    [requestIdHeader]: requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

/** Builds the response as it is sent. Headers are plain records, which the HTTP adapter passes on without parsing. */
export function buildResponse<R extends Route>(
  request: Request,
  route: R,
  response: HandlerResponse<R>,
  responseHeaders: ResponseHeaders,
  toEtag: (text: string) => string,
): Response {
  if (response instanceof Response) {
    Object.assign(responseHeaders, Object.fromEntries(response.headers));
    return new Response(response.body, { status: response.status, headers: responseHeaders });
  }
  const text = 'text' in response ? response.text : JSON.stringify(response.body);
  const headers = Object.assign(responseHeaders, response.headers);
  headers['Content-Type'] = 'application/json';
  if (request.method === 'HEAD') headers['Content-Length'] = measureBytes(text);
  if (route.method !== 'get' || route.extension) {
    headers['Cache-Control'] = 'no-store';
    return new Response(text, { status: route.status, headers });
  }
  const etag = toEtag(text);
  requireMatch(request, () => etag);
  headers['ETag'] = etag;
  // Responses differ by key, which a shared cache could not know from X-API-Key; and they are revalidated every time.
  headers['Cache-Control'] = 'private, no-cache';
  if (!matchesEtag(request.headers.get('If-None-Match'), etag))
    return new Response(text, { status: route.status, headers });
  delete headers['Content-Type'];
  delete headers['Content-Length'];
  return new Response(null, { status: 304, headers });
}

/** The host measures a body that it sends. The response to a HEAD has none (RFC 9110, section 9.3.2). */
const measureBytes = (text: string) => String(Buffer.byteLength(text));

/** Builds the response for a problem of a request. */
export function buildProblemResponse(request: Request, problem: Problem, responseHeaders: ResponseHeaders): Response {
  // As it was sent: `instance` is a URI reference (RFC 9457, section 3.1.5).
  const { pathname } = new URL(request.url);
  const text = JSON.stringify(toProblemBody(problem, pathname, responseHeaders[requestIdHeader] ?? ''));
  const headers: ResponseHeaders = {
    ...responseHeaders,
    ...problem.headers,
    ...(request.method === 'HEAD' && { 'Content-Length': measureBytes(text) }),
    'Content-Type': problemMediaType,
    'Cache-Control': 'no-store',
  };
  return new Response(text, { status: problem.status, headers });
}

/** Returns the problem response of a server that rejects a request before it reaches the service. */
export function rejectRequest(problem: Problem, instance: string): Response {
  const requestId = `req_${randomBytes(12).toString('hex')}`;
  return new Response(JSON.stringify(toProblemBody(problem, instance, requestId)), {
    status: problem.status,
    headers: {
      ...createResponseHeaders(requestId),
      'Content-Type': problemMediaType,
      'Cache-Control': 'no-store',
      ...problem.headers,
    },
  });
}

/** Returns the body of the response to a request for the path `instance`. */
function toProblemBody(problem: Problem, instance: string, requestId: string): ProblemBody {
  return {
    type: `urn:switchboard:problem:${problem.code}`,
    title: problemTypes[problem.code].title,
    status: problem.status,
    detail: problem.message,
    instance,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors.length > 0 && { errors: [...problem.errors] }),
  };
}
