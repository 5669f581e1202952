import { createStaticFileHandler } from '../service/platform/http/static-file-handler.ts';
import { rendererDir } from '../service/platform/files/app-paths.ts';
import { openService, type OpenServiceOptions } from '../service/open-service.ts';
import type { Service } from '../service/service.ts';
import { startHttpServer, type HttpServer } from './http-server.ts';
import { createWindowPage, createWindowSession, type WindowPage, type WindowSession } from './window-session.ts';

export type HttpHostOptions = OpenServiceOptions & {
  /** 0, the default, for a free port. */
  readonly port?: number | undefined;
};

export type HttpHost = {
  readonly service: Service;
  readonly server: HttpServer;
  readonly dataDir: string;
  readonly session: WindowSession;
  /** Opens a window in any browser of this user, any number of times. */
  readonly windowPage: WindowPage;
  /** Closes the server, the service and the data folder, in this order. */
  readonly close: () => Promise<void>;
};

/** Opens the service of a data folder and serves it on a loopback port. Throws DataFolderError or PortError. */
export async function startHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const { service, dataDir, log, close } = await openService(options);
  try {
    const session = createWindowSession();
    const server = await startHttpServer({
      port: options.port ?? 0,
      session,
      fetch: service.fetch,
      staticFiles: createStaticFileHandler(rendererDir),
      onError: (error) => log.error({ err: error }, 'request failed in the HTTP host'),
    });
    const windowPage = createWindowPage(dataDir, server.origin, session, (error) =>
      log.error({ err: error }, 'the page that opens a window could not be renewed'),
    );
    const closeHost = async () => {
      try {
        windowPage.remove();
        await server.close();
      } finally {
        await close();
      }
    };
    return { service, server, dataDir, session, windowPage, close: closeHost };
  } catch (error) {
    await close();
    throw error;
  }
}
