import type { IncomingHttpHeaders } from 'node:http';
import { isServicePath } from '../../shared/contract.ts';
import { Problem } from '../../shared/problems.ts';
import type { Caller } from '../service/service.ts';
import type { StaticFiles } from '../service/http/static-files.ts';
import { windowHeaders } from '../service/http/window-headers.ts';
import { isFromHere } from '../service/listening/local-hosts.ts';
import { refuse } from '../service/listening/refuse.ts';
import { tellCaller } from './caller.ts';
import type { WindowToken } from './window-token.ts';

export type ServiceFetch = (request: Request, caller: Caller) => Response | Promise<Response>;

export type AnswerParts = {
  readonly hosts: ReadonlySet<string>;
  readonly window: WindowToken;
  readonly staticFiles: StaticFiles;
  readonly fetch: ServiceFetch;
};

/** Decides who asks and who answers: the token's redirect, the service, or the window's files. */
export function answer(
  request: Request,
  headers: IncomingHttpHeaders,
  parts: AnswerParts,
): Response | Promise<Response> {
  const path = pathOf(request.url);
  if (!isFromHere(headers, parts.hosts)) {
    return refuse(
      new Problem('forbidden_origin', 'Only programs and pages of this machine may use this address.'),
      path,
    );
  }
  const caller = tellCaller(request.method, headers, parts.hosts, parts.window);
  if (isServicePath(path)) return parts.fetch(request, caller);
  if (path === '/' && request.method === 'GET') {
    const token = new URL(request.url).searchParams.get('token');
    if (token !== null) return parts.window.isToken(token) ? openWindow(parts.window) : tellHowToOpen();
    if (caller === 'network' && !isArriving(headers)) return tellHowToOpen();
  }
  return answerFile(request, path, parts);
}

async function answerFile(request: Request, path: string, { staticFiles }: AnswerParts): Promise<Response> {
  const file = await staticFiles(request);
  return file ?? refuse(new Problem('not_found', `There is nothing at ${path}.`), path);
}

/** Without parsing the whole address: this stands before every request. */
function pathOf(url: string): string {
  const start = url.indexOf('/', 'http://'.length);
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

/** The token leaves the address bar and the history at once. */
function openWindow(window: WindowToken): Response {
  return new Response(null, {
    status: 303,
    headers: { ...windowHeaders, Location: '/', 'Set-Cookie': window.setCookie, 'Cache-Control': 'no-store' },
  });
}

/** After a link on another page, the browser keeps the strict cookie back for the redirect; its page then has it. */
function isArriving(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

function tellHowToOpen(): Response {
  const text =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Switchboard</title><h1>Switchboard</h1>' +
    '<p>This address belongs to a running Switchboard, but not to this browser yet. Open the whole address that the ' +
    'program printed when it started; it ends in a token.</p></html>';
  return new Response(text, {
    status: 401,
    headers: { ...windowHeaders, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
