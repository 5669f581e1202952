import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../shared/contract/problems.ts';
import { signInPath, windowTokenHeader, windowSecretHeader } from '../../shared/window/window-session.ts';
import { rejectRequest } from '../service/platform/http/build-response.ts';
import { findForeignRequest, isLoopbackOrigin } from '../service/platform/http/loopback-hosts.ts';
import { isServicePath } from '../service/platform/http/service-paths.ts';
import { windowHeaders, type StaticFileHandler } from '../service/platform/http/static-file-handler.ts';
import type { Caller } from '../service/service.ts';
import type { WindowSession } from './window-session.ts';

export type ServiceFetch = (request: Request, caller: Caller) => Response | Promise<Response>;

type RequestHandlerOptions = {
  readonly hosts: ReadonlySet<string>;
  readonly session: WindowSession;
  readonly staticFiles: StaticFileHandler;
  readonly fetch: ServiceFetch;
};

/** Responds with a response of the service, the secret for a token, or a file of the window. */
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
  if (path === signInPath && request.method === 'POST') return signIn(headers, options);
  return serveStaticFile(request, path, options);
}

/** Returns the secret of the window for a token, once. */
function signIn(headers: IncomingHttpHeaders, { hosts, session }: RequestHandlerOptions): Response {
  if (!isFromOwnPage(headers, hosts))
    return rejectRequest(new Problem('forbidden_origin', 'Only the page of Switchboard can sign in.'), signInPath);
  const secret = session.exchangeToken(readField(headers, windowTokenHeader.toLowerCase()));
  if (secret === null)
    return rejectRequest(
      new Problem('unauthorized', 'This URL was used before, or Switchboard was restarted. Open a new URL.'),
      signInPath,
    );
  return Response.json({ secret }, { headers: { ...windowHeaders, 'Cache-Control': 'no-store' } });
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

const secretField = windowSecretHeader.toLowerCase();

/**
 * Returns `window` if a request has the secret of the window and comes from its own pages. The secret alone is proof; the
 * fields that browsers add to a request must not contradict it, and a write must have one of them.
 */
function classifyCaller(
  method: string,
  headers: IncomingHttpHeaders,
  hosts: ReadonlySet<string>,
  session: WindowSession,
): Caller {
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return 'api';
  if (!session.isValidSecret(readField(headers, secretField))) return 'api';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'api';
  return method === 'GET' || method === 'HEAD' || isFromOwnPage(headers, hosts) ? 'window' : 'api';
}

/** Returns whether the browser says that a page of this server sent the request. */
function isFromOwnPage(headers: IncomingHttpHeaders, hosts: ReadonlySet<string>): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && isLoopbackOrigin(origin, hosts);
}

function readField(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
