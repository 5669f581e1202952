import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { pino, type Logger } from 'pino';
import { DataFolderError, toDataFolderError } from './platform/db/data-folder-error.ts';
import { lockDataFolder } from './platform/db/data-folder-lock.ts';
import { modelDir, packageFile } from './platform/files/app-paths.ts';
import { createOnlyPrivateFiles, makeDataFolderPrivate } from './platform/files/private-files.ts';
import { getDefaultDataDir } from './platform/files/default-data-dir.ts';
import { Keychain } from './platform/keychain/keychain.ts';
import { openSystemKeychain, type SecretStore } from './platform/keychain/secret-store.ts';
import type { StartProcess } from './platform/processes/start-process.ts';
import type { SettingsStore } from './platform/settings/settings-store.ts';
import { createService, type Service } from './service.ts';

export { DataFolderError };

export type OpenServiceOptions = {
  /** The user's own data folder by default. */
  readonly dataDir?: string | undefined;
  readonly rateLimitPerMinute?: number | undefined;
  /** Opens the file `settings.json` of a folder; conf by default. */
  readonly openSettings?: (folder: string) => SettingsStore;
  /** Opens the keychain; the system's by default. */
  readonly openKeychain?: () => Promise<SecretStore>;
  /** Starts child processes; Node's by default. */
  readonly startProcess?: StartProcess;
};

export type OpenedService = {
  readonly service: Service;
  readonly dataDir: string;
  readonly settings: SettingsStore;
  readonly log: Logger;
  /** Closes the service, then unlocks the data folder. */
  readonly close: () => Promise<void>;
};

/** Never written to the log, wherever they appear in its details. */
const redactedFields = ['authorization', 'cookie', 'x-api-key', 'key', 'token', 'secret'];

/**
 * Locks the data folder and opens its settings, its log and the service. This is the start of both hosts, Electron and
 * HTTP. Throws DataFolderError.
 */
export async function openService(options: OpenServiceOptions = {}): Promise<OpenedService> {
  const dataDir = options.dataDir ?? getDefaultDataDir();
  createOnlyPrivateFiles();
  const lock = lockDataFolder(dataDir);
  try {
    makeDataFolderPrivate(dataDir);
    const {
      rateLimitPerMinute,
      openSettings = openSettingsFile,
      openKeychain = openSystemKeychain,
      startProcess,
    } = options;
    const keychain = new Keychain(openKeychain);
    void keychain.check(); // never rejects; requests to it wait
    const log = createLogger();
    keepDamagedSettings(dataDir, log);
    const settings = openSettings(dataDir);
    const service = await createService({
      dataDir,
      modelDir,
      version: readVersion(),
      settings,
      keychain,
      log,
      ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
      ...(startProcess && { startProcess }),
    });
    const close = async () => {
      try {
        await service.close();
      } finally {
        lock.release();
      }
    };
    return { service, dataDir, settings, log, close };
  } catch (error) {
    lock.release();
    throw toDataFolderError(dataDir, error, getSettingsPath(dataDir)) ?? error;
  }
}

/** Keeps a copy of a settings file that is not JSON, because the settings store replaces it. */
function keepDamagedSettings(dataDir: string, log: Logger): void {
  const path = getSettingsPath(dataDir);
  if (!existsSync(path)) return;
  try {
    JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    copyFileSync(path, `${path}.damaged`);
    log.error({ reason: error.message }, `the settings file is damaged; it was kept as ${path}.damaged`);
  }
}

function getSettingsPath(dataDir: string): string {
  return join(dataDir, 'settings.json');
}

function openSettingsFile(folder: string): SettingsStore {
  return new Conf({ cwd: folder, configName: 'settings', clearInvalidConfig: true, configFileMode: 0o600 });
}

/** Logs to standard error: standard output is for the one line of `serve`. */
export function createLogger(destination: { write: (line: string) => void } = process.stderr): Logger {
  const paths = redactedFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);
  return pino({ name: 'switchboard', redact: paths }, destination);
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }; // our own package.json
  return version;
}
