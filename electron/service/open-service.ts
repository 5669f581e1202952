import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { openDataFolder, type DataFolder, type DataFolderOptions } from './open-data-folder.ts';
import { modelDir, packageFile } from './platform/files/app-paths.ts';
import { Keychain } from './platform/keychain/keychain.ts';
import { openSystemKeychain, type SecretStore } from './platform/keychain/secret-store.ts';
import type { StartProcess } from './platform/processes/start-process.ts';
import type { SettingsFile } from './platform/settings/settings-file.ts';
import { createService, type Service } from './service.ts';

export type OpenServiceOptions = DataFolderOptions & {
  readonly rateLimitPerMinute?: number | undefined;
  /** Opens the keychain; the system's by default. */
  readonly openKeychain?: () => Promise<SecretStore>;
  /** Starts child processes; Node's by default. */
  readonly startProcess?: StartProcess;
  /** Returns how long the computer has had no input. */
  readonly measureIdleMs?: () => number;
};

export type OpenedService = {
  readonly service: Service;
  readonly dataDir: string;
  readonly settings: SettingsFile;
  readonly log: Logger;
  /** Closes the service, then unlocks the data folder. */
  readonly close: () => Promise<void>;
};

/**
 * Opens the data folder, unless it is given, and the service. This is the start of both hosts, Electron and HTTP. Throws
 * DataFolderError; the data folder is then unlocked.
 */
export async function openService(
  options: OpenServiceOptions = {},
  folder: DataFolder = openDataFolder(options),
): Promise<OpenedService> {
  const { dataDir, settings, log, readLog, explain, unlock } = folder;
  try {
    const { rateLimitPerMinute, openKeychain = openSystemKeychain, startProcess, measureIdleMs } = options;
    const keychain = new Keychain(openKeychain);
    void keychain.check(); // never rejects; requests to it wait
    const service = await createService({
      dataDir,
      modelDir,
      version: readVersion(),
      settings,
      keychain,
      log,
      readLog,
      measureIdleMs,
      ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
      ...(startProcess && { startProcess }),
    });
    const close = async () => {
      try {
        await service.close();
      } finally {
        await unlock();
      }
    };
    return { service, dataDir, settings, log, close };
  } catch (error) {
    await unlock();
    throw explain(error);
  }
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }; // our own package.json
  return version;
}
