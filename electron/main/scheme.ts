import { protocol } from 'electron';
import { isServicePath } from '../../shared/contract.ts';
import { createStaticFileHandler } from '../service/platform/http/static-file-handler.ts';
import { rendererDir } from '../service/platform/files/app-paths.ts';
import type { Service } from '../service/service.ts';

const scheme = 'app';
const host = 'switchboard';

/** The origin of the window's pages; every page of another one is a stranger. */
export const windowOrigin = `${scheme}://${host}`;

/** Before the app is ready: pages of this scheme get an origin, fetch, streams and a code cache, as those of https do. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

/** What is the service's is spoken to by the window; everything else is a file of the window. */
export function serveScheme(service: Service): void {
  const staticFiles = createStaticFileHandler(rendererDir);
  protocol.handle(scheme, async (request) => {
    const url = new URL(request.url);
    if (url.host !== host) return new Response(null, { status: 404 });
    if (isServicePath(url.pathname)) return service.fetch(request, 'window');
    return (await staticFiles(request)) ?? new Response(null, { status: 404 });
  });
}
