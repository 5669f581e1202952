import type { IncomingHttpHeaders } from 'node:http';
import { isServicePath } from '../../shared/contract.ts';
import { Problem } from '../../shared/problems.ts';
import type { Caller } from '../service/service.ts';
import type { StaticFileHandler } from '../service/platform/http/static-file-handler.ts';
import { windowHeaders } from '../service/platform/http/window-headers.ts';
import { isLocalRequest } from '../service/features/local-api/loopback-hosts.ts';
import { rejectRequest } from '../service/features/local-api/reject-request.ts';
import { classifyCaller } from './classify-caller.ts';
import type { WindowSession } from './window-session.ts';

export type ServiceFetch = (request: Request, caller: Caller) => Response | Promise<Response>;

export type RequestHandlerOptions = {
  readonly hosts: ReadonlySet<string>;
  readonly session: WindowSession;
  readonly staticFiles: StaticFileHandler;
  readonly fetch: ServiceFetch;
};

/** Decides who asks and who answers: the token's redirect, the service, or the window's files. */
export function handleRequest(
  request: Request,
  headers: IncomingHttpHeaders,
  parts: RequestHandlerOptions,
): Response | Promise<Response> {
  const path = getRequestPath(request.url);
  if (!isLocalRequest(headers, parts.hosts)) {
    return rejectRequest(
      new Problem('forbidden_origin', 'Only programs and pages of this machine may use this address.'),
      path,
    );
  }
  const caller = classifyCaller(request.method, headers, parts.hosts, parts.session);
  if (isServicePath(path)) return parts.fetch(request, caller);
  if (path === '/' && request.method === 'GET') {
    const token = new URL(request.url).searchParams.get('token');
    if (token !== null)
      return parts.session.isValidToken(token) ? startWindowSession(parts.session) : createTokenRequiredResponse();
    if (caller === 'api' && !isCrossSiteNavigation(headers)) return createTokenRequiredResponse();
  }
  return serveStaticFile(request, path, parts);
}

async function serveStaticFile(
  request: Request,
  path: string,
  { staticFiles }: RequestHandlerOptions,
): Promise<Response> {
  const file = await staticFiles(request);
  return file ?? rejectRequest(new Problem('not_found', `There is nothing at ${path}.`), path);
}

/** Without parsing the whole address: this stands before every request. */
function getRequestPath(url: string): string {
  const start = url.indexOf('/', 'http://'.length);
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

/** The token leaves the address bar and the history at once. */
function startWindowSession(window: WindowSession): Response {
  return new Response(null, {
    status: 303,
    headers: { ...windowHeaders, Location: '/', 'Set-Cookie': window.setCookieHeader, 'Cache-Control': 'no-store' },
  });
}

/** After a link on another page, the browser keeps the strict cookie back for the redirect; its page then has it. */
function isCrossSiteNavigation(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

function createTokenRequiredResponse(): Response {
  const text =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Switchboard</title><h1>Switchboard</h1>' +
    '<p>This address belongs to a running Switchboard, but not to this browser yet. Open the whole address that the ' +
    'program printed when it started; it ends in a token.</p></html>';
  return new Response(text, {
    status: 401,
    headers: { ...windowHeaders, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
