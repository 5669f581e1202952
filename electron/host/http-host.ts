import { readFileSync } from 'node:fs';
import Conf from 'conf';
import { pino, type Logger } from 'pino';
import { getDefaultDataDir } from '../service/platform/files/default-data-dir.ts';
import { lockDataFolder } from '../service/platform/files/data-folder-lock.ts';
import { createStaticFileHandler } from '../service/platform/http/static-file-handler.ts';
import { modelDir, packageFile, rendererDir } from '../service/platform/files/app-paths.ts';
import { createService, type Service } from '../service/service.ts';
import { startHttpServer, type HttpServer } from './http-server.ts';

export type HttpHostOptions = {
  /** Where nobody names one, the user's own. */
  readonly data?: string | undefined;
  /** 0, the default, for a free one. */
  readonly port?: number | undefined;
  readonly rateLimitPerMinute?: number | undefined;
};

export type HttpHost = {
  readonly service: Service;
  readonly server: HttpServer;
  readonly dataDir: string;
  /** Ends answers, jobs and database in this order, and gives the data folder free. */
  readonly close: () => Promise<void>;
};

/** Locks the data folder, opens the service in it and listens. Throws DataFolderError or PortError. */
export async function startHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const dataDir = options.data ?? getDefaultDataDir();
  const log = createLogger();
  const lock = lockDataFolder(dataDir);
  try {
    const settings = new Conf({ cwd: dataDir, configName: 'settings', clearInvalidConfig: true });
    const { rateLimitPerMinute } = options;
    const service = await createService({
      dataDir,
      modelDir,
      version: readVersion(),
      settings,
      log,
      ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
    });
    const server = await startHttpServer({
      port: options.port ?? 0,
      fetch: (request, caller) => service.fetch(request, caller),
      staticFiles: createStaticFileHandler(rendererDir),
      onError: (error) => log.error({ err: error }, 'request failed in the host'),
    }).catch(async (error: unknown) => {
      await service.close();
      throw error;
    });
    return { service, server: server, dataDir, close: () => closeHost(server, service, lock) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function closeHost(listening: HttpServer, service: Service, lock: { release: () => void }): Promise<void> {
  await listening.close();
  await service.close();
  lock.release();
}

/** Standard output belongs to `serve`'s one line; secrets that would reach a log by mistake are struck out. */
function createLogger(): Logger {
  const redact = ['*.authorization', '*.cookie', '*["x-api-key"]', '*.key', '*.token'];
  return pino({ name: 'switchboard', redact }, process.stderr);
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }; // our own package.json
  return version;
}
