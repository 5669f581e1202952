import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { openDataFolder, type DataFolder } from './open-data-folder.ts';
import { modelDir, packageFile } from './platform/files/app-paths.ts';
import { openLog } from './platform/files/log.ts';
import { Keychain, createPendingRemovals } from './platform/keychain/keychain.ts';
import { openSystemKeychain, type SecretStore } from './platform/keychain/secret-store.ts';
import { createProxyFinder, type AskSystem } from './platform/network/find-proxies.ts';
import { watchNetwork } from './platform/network/watch-network.ts';
import type { WorkspaceDatabases } from './platform/db/workspace-databases.ts';
import type { WorkspaceBucket } from './platform/files/workspace-objects.ts';
import type { StartProcess } from './platform/processes/start-process.ts';
import type { SettingsFile, SettingsWriter } from './platform/settings/settings-file.ts';
import { createService, type Service } from './service.ts';

export type OpenServiceOptions = {
  /** The user's own data folder by default. */
  readonly dataDir?: string | undefined;
  /** Opens the file `settings.json` of a folder to write it; conf by default. */
  readonly openSettings?: (folder: string) => Promise<SettingsWriter>;
  readonly rateLimitPerMinute?: number | undefined;
  /** Opens the keychain; the system's by default. */
  readonly openKeychain?: () => Promise<SecretStore>;
  /** Asks the system for its proxies. Without it, only the environment names them. */
  readonly askSystemProxies?: AskSystem;
  /** Where the databases of workspaces are; in their folders by default. */
  readonly databases?: WorkspaceDatabases;
  /** Where the files of workspaces are; in their folders by default. */
  readonly bucket?: WorkspaceBucket;
  /** Starts child processes; Node's by default. */
  readonly startProcess?: StartProcess;
  /** Returns how long the computer has had no input. */
  readonly measureIdleMs?: () => number;
  /** Added to each line of the log. */
  readonly logFields?: Readonly<Record<string, string>>;
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
  folder: DataFolder = openDataFolder(options.dataDir),
): Promise<OpenedService> {
  const { dataDir, settings, explain } = folder;
  const { log, readLog, close: closeLog } = openLog(dataDir, options.logFields);
  const unlock = async () => {
    await closeLog();
    folder.unlock();
  };
  try {
    settings.startWriting(await (options.openSettings ?? openConf)(dataDir));
    if (settings.issue) log.error({ issue: settings.issue }, 'the settings file is not used as it is');
    const {
      rateLimitPerMinute,
      openKeychain = openSystemKeychain,
      startProcess,
      measureIdleMs,
      databases,
      bucket,
    } = options;
    const findProxies = createProxyFinder(process.env, options.askSystemProxies);
    const keychain = new Keychain(openKeychain, createPendingRemovals(settings));
    void keychain.check(); // never rejects; requests to it wait
    const service = await createService({
      dataDir,
      modelDir,
      version: readVersion(),
      settings,
      keychain,
      findProxies,
      watchNetwork,
      log,
      readLog,
      measureIdleMs,
      ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
      ...(startProcess && { startProcess }),
      ...(databases && { databases }),
      ...(bucket && { bucket }),
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

async function openConf(folder: string): Promise<SettingsWriter> {
  const { default: Conf } = await import('conf');
  return new Conf({ cwd: folder, configName: 'settings', configFileMode: 0o600 });
}

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }; // our own package.json
  return version;
}
