import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { pino, type Logger } from 'pino';
import { toDataFolderError } from './platform/db/data-folder-error.ts';
import { lockDataFolder } from './platform/db/data-folder-lock.ts';
import { openLogFile } from './platform/files/log-file.ts';
import { createOnlyPrivateFiles, makeDataFolderPrivate } from './platform/files/private-files.ts';
import { getDefaultDataDir } from './platform/files/default-data-dir.ts';
import type { SettingsStore } from './platform/settings/settings-store.ts';

export { DataFolderError } from './platform/db/data-folder-error.ts';

export type DataFolderOptions = {
  /** The user's own data folder by default. */
  readonly dataDir?: string | undefined;
  /** Opens the file `settings.json` of a folder; conf by default. */
  readonly openSettings?: (folder: string) => SettingsStore;
};

/** A data folder that no other process uses. */
export type DataFolder = {
  readonly dataDir: string;
  readonly settings: SettingsStore;
  readonly log: Logger;
  /** Returns the end of the log file. */
  readonly readLog: () => string;
  /** Returns the sentence for an error that the folder caused, or the error itself. */
  readonly explain: (error: unknown) => unknown;
  /** Resolves when the log is written. */
  readonly unlock: () => Promise<void>;
};

/** Never written to the log, wherever they appear in its details. */
const redactedFields = ['authorization', 'cookie', 'x-api-key', 'key', 'token', 'secret'];

/** Locks the data folder and opens its settings and its log. Throws DataFolderError. */
export function openDataFolder({
  dataDir = getDefaultDataDir(),
  openSettings = openSettingsFile,
}: DataFolderOptions = {}): DataFolder {
  const explain = (error: unknown) => toDataFolderError(dataDir, error, getSettingsPath(dataDir)) ?? error;
  createOnlyPrivateFiles();
  const lock = lockDataFolder(dataDir);
  try {
    makeDataFolderPrivate(dataDir);
    const logFile = openLogFile(join(dataDir, 'logs'));
    const log = createLogger({
      write: (line) => {
        process.stderr.write(line);
        logFile.write(line);
      },
    });
    keepDamagedSettings(dataDir, log);
    const unlock = async () => {
      await logFile.close();
      lock.release();
    };
    return { dataDir, settings: openSettings(dataDir), log, explain, readLog: logFile.read, unlock };
  } catch (error) {
    lock.release();
    throw explain(error);
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

/** Standard output is for the one line of `serve`. */
export function createLogger(destination: { write: (line: string) => void } = process.stderr): Logger {
  const paths = redactedFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);
  return pino({ name: 'switchboard', redact: paths }, destination);
}
