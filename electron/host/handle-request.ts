import type { IncomingHttpHeaders } from 'node:http';
import { isServicePath } from '../service/platform/http/service-paths.ts';
import { Problem } from '../../shared/problems.ts';
import type { Caller } from '../service/service.ts';
import type { StaticFileHandler } from '../service/platform/http/static-file-handler.ts';
import { windowHeaders } from '../service/platform/http/window-headers.ts';
import { findForeignRequest } from '../service/platform/http/loopback-hosts.ts';
import { rejectRequest } from '../service/platform/http/reject-request.ts';
import { classifyCaller } from './classify-caller.ts';
import type { WindowSession } from './window-session.ts';

export type ServiceFetch = (request: Request, caller: Caller) => Response | Promise<Response>;

export type RequestHandlerOptions = {
  readonly hosts: ReadonlySet<string>;
  readonly session: WindowSession;
  readonly staticFiles: StaticFileHandler;
  readonly fetch: ServiceFetch;
};

/** Responds with the redirect of a token, a response of the service, or a file of the window. */
export function handleRequest(
  request: Request,
  headers: IncomingHttpHeaders,
  options: RequestHandlerOptions,
): Response | Promise<Response> {
  const path = getRequestPath(request.url);
  const problem = findForeignRequest(request, headers, options.hosts);
  if (problem) return rejectRequest(problem, path);
  const caller = classifyCaller(request.method, headers, options.hosts, options.session);
  if (isServicePath(path)) return options.fetch(request, caller);
  if (path === '/' && request.method === 'GET') {
    const token = new URL(request.url).searchParams.get('token');
    if (token !== null)
      return options.session.isValidToken(token) ? startWindowSession(options.session) : createTokenRequiredResponse();
    if (caller === 'api' && !isCrossSiteNavigation(headers)) return createTokenRequiredResponse();
  }
  return serveStaticFile(request, path, options);
}

async function serveStaticFile(
  request: Request,
  path: string,
  { staticFiles }: RequestHandlerOptions,
): Promise<Response> {
  const file = await staticFiles(request);
  return file ?? rejectRequest(new Problem('not_found', `There is no resource at ${path}.`), path);
}

/** Returns the path without parsing the whole URL, because every request passes here. */
function getRequestPath(url: string): string {
  const start = url.indexOf('/', 'http://'.length);
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

/** Redirects at once, so that the token does not stay in the address bar or the history. */
function startWindowSession(session: WindowSession): Response {
  return new Response(null, {
    status: 303,
    headers: { ...windowHeaders, Location: '/', 'Set-Cookie': session.setCookieHeader, 'Cache-Control': 'no-store' },
  });
}

/** After a link on another site, the browser omits the strict cookie for this navigation; the page itself then sends it. */
function isCrossSiteNavigation(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

function createTokenRequiredResponse(): Response {
  const text =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Switchboard</title><h1>Switchboard</h1>' +
    '<p>This browser is not signed in to Switchboard. Open the full URL that Switchboard printed when it started. ' +
    'It ends with a token.</p></html>';
  return new Response(text, {
    status: 401,
    headers: { ...windowHeaders, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
