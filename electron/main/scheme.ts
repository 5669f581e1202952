import { protocol } from 'electron';
import { isServicePath } from '../service/platform/http/service-paths.ts';
import { createStaticFileHandler } from '../service/platform/http/static-file-handler.ts';
import { rendererDir } from '../service/platform/files/app-paths.ts';
import type { Service } from '../service/service.ts';

const scheme = 'app';
const host = 'switchboard';

/** The origin of the window's pages. Pages of other origins are not trusted. */
export const windowOrigin = `${scheme}://${host}`;

/** Gives pages of the scheme an origin, fetch, streams and a code cache, as https has. Must run before the app is ready. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

/**
 * Handles requests of the scheme: service paths by the service, other paths by the files of the window. Calls `onScriptServed`
 * after the response to each script.
 */
export function serveScheme(service: Promise<Service>, onScriptServed: () => void): void {
  const staticFiles = createStaticFileHandler(rendererDir);
  protocol.handle(scheme, async (request) => {
    const url = new URL(request.url);
    if (url.host !== host) return new Response(null, { status: 404 });
    if (isServicePath(url.pathname)) return (await service).fetch(request, 'window');
    const file = await staticFiles(request);
    if (url.pathname.endsWith('.js')) setImmediate(onScriptServed);
    return file ?? new Response(null, { status: 404 });
  });
}
