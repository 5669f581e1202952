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
 * Handles requests of the scheme: service paths by the service, other paths by the files of the window. `completePage` can add
 * to the HTML of the page. Calls `onScriptsDelivered` each time that the page has received all scripts that it has requested.
 */
export function serveScheme(
  service: Promise<Service>,
  completePage: (html: string) => string,
  onScriptsDelivered: () => void,
): void {
  const staticFiles = createStaticFileHandler(rendererDir);
  let undelivered = 0;
  const endDelivery = () => {
    undelivered--;
    if (undelivered === 0) setImmediate(onScriptsDelivered);
  };
  const sendFile = async (request: Request) => (await staticFiles(request)) ?? new Response(null, { status: 404 });
  const sendPage = async (request: Request) => {
    const page = await sendFile(request);
    const headers = new Headers(page.headers);
    headers.delete('Content-Length');
    return new Response(completePage(await page.text()), { status: page.status, headers });
  };
  protocol.handle(scheme, async (request) => {
    const url = new URL(request.url);
    if (url.host !== host) return new Response(null, { status: 404 });
    if (isServicePath(url.pathname)) return (await service).fetch(request, 'window');
    if (url.pathname === '/') return sendPage(request);
    const isScript = url.pathname.endsWith('.js');
    if (isScript) undelivered++;
    const response = await sendFile(request);
    return isScript ? sendInParts(response, endDelivery) : response;
  });
}

/** Small, because the last part is still on its way when the end of the delivery is reported. */
const partBytes = 64 * 1024;

/** Sends a response in parts, each when the page has taken the one before. Calls `onEnd` when the page has taken or canceled all. */
async function sendInParts(response: Response, onEnd: () => void): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  let sent = 0;
  const parts = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent < bytes.byteLength) controller.enqueue(bytes.subarray(sent, (sent += partBytes)));
        else {
          controller.close();
          onEnd();
        }
      },
      cancel: onEnd,
    },
    { highWaterMark: 0 },
  );
  return new Response(parts, response);
}
