import { readFileSync } from 'node:fs';
import Conf from 'conf';
import { pino, type Logger } from 'pino';
import { defaultDataDir } from '../service/data-folder.ts';
import { lockDataFolder } from '../service/db/data-lock.ts';
import { createStaticFiles } from '../service/http/static-files.ts';
import { modelDir, packageFile, rendererDir } from '../service/program-files.ts';
import { createService, type Service } from '../service/service.ts';
import { listen, type Listening } from './listen.ts';

export type ProgramOptions = {
  /** Where nobody names one, the user's own. */
  readonly data?: string | undefined;
  /** 0, the default, for a free one. */
  readonly port?: number | undefined;
  readonly rateLimitPerMinute?: number | undefined;
};

export type Program = {
  readonly service: Service;
  readonly listening: Listening;
  readonly dataDir: string;
  /** Ends answers, jobs and database in this order, and gives the data folder free. */
  readonly close: () => Promise<void>;
};

/** Locks the data folder, opens the service in it and listens. Throws DataFolderError or PortError. */
export async function openProgram(options: ProgramOptions): Promise<Program> {
  const dataDir = options.data ?? defaultDataDir();
  const log = createLog();
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
    const listening = await listen({
      port: options.port ?? 0,
      fetch: (request, caller) => service.fetch(request, caller),
      staticFiles: createStaticFiles(rendererDir),
      onError: (error) => log.error({ err: error }, 'request failed in the host'),
    }).catch(async (error: unknown) => {
      await service.close();
      throw error;
    });
    return { service, listening, dataDir, close: () => closeAll(listening, service, lock) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function closeAll(listening: Listening, service: Service, lock: { release: () => void }): Promise<void> {
  await listening.close();
  await service.close();
  lock.release();
}

/** Standard output belongs to `serve`'s one line; secrets that would reach a log by mistake are struck out. */
function createLog(): Logger {
  const redact = ['*.authorization', '*.cookie', '*["x-api-key"]', '*.key', '*.token'];
  return pino({ name: 'switchboard', redact }, process.stderr);
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }; // our own package.json
  return version;
}
