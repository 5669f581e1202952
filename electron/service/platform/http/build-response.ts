import type * as z from 'zod';
import { problemMediaType, toProblemBody, type Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import { matchesEtag } from './etag.ts';

/** What a handler gives back: a body that its route describes. */
export type JsonResponse<R extends Route> = {
  readonly body: R['response'] extends z.ZodType ? z.input<R['response']> : never;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A body that is JSON text already, as an earlier answer that is replayed. */
export type SerializedResponse = { readonly text: string; readonly headers: Readonly<Record<string, string>> };

export type HandlerResponse<R extends Route> = JsonResponse<R> | SerializedResponse | Response;

/** Made for one answer and added to on its way: a copy for each step would cost more than the steps. */
export type ResponseHeaders = Record<string, string>;

export const requestIdHeader = 'X-Request-Id';

/** The answer as it goes out. Plain records of fields, and no Headers: the HTTP adapter passes them on without looking at them. */
export function buildResponse<R extends Route>(
  request: Request,
  route: R,
  answer: HandlerResponse<R>,
  fields: ResponseHeaders,
  toEtag: (text: string) => string,
): Response {
  if (answer instanceof Response) {
    Object.assign(fields, Object.fromEntries(answer.headers));
    return new Response(answer.body, { status: answer.status, headers: fields });
  }
  const text = 'text' in answer ? answer.text : JSON.stringify(answer.body);
  const headers = Object.assign(fields, answer.headers);
  headers['Content-Type'] = 'application/json';
  if (route.method !== 'get' || route.extension) {
    headers['Cache-Control'] = 'no-store';
    return new Response(text, { status: route.status, headers });
  }
  const etag = toEtag(text);
  headers['ETag'] = etag;
  // What one key is told is nobody else's, which a cache on the way could not know of X-API-Key; and it is asked for anew.
  headers['Cache-Control'] = 'private, no-cache';
  if (!matchesEtag(request.headers.get('If-None-Match'), etag))
    return new Response(text, { status: route.status, headers });
  delete headers['Content-Type'];
  return new Response(null, { status: 304, headers });
}

/** A problem as it goes out, for a request to `path`. */
export function buildProblemResponse(problem: Problem, path: string, fields: ResponseHeaders): Response {
  const headers: ResponseHeaders = {
    ...fields,
    ...problem.headers,
    'Content-Type': problemMediaType,
    'Cache-Control': 'no-store',
  };
  const body = toProblemBody(problem, path, headers[requestIdHeader] ?? '');
  return new Response(JSON.stringify(body), { status: problem.status, headers });
}
