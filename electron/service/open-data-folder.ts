import { join } from 'node:path';
import Conf from 'conf';
import { pino, type Logger } from 'pino';
import { toDataFolderError } from './platform/db/data-folder-error.ts';
import { lockDataFolder } from './platform/db/data-folder-lock.ts';
import { openLogFile } from './platform/files/log-file.ts';
import { createOnlyPrivateFiles, makeDataFolderPrivate } from './platform/files/private-files.ts';
import { getDefaultDataDir } from './platform/files/default-data-dir.ts';
import { SettingsFile, type SettingsWriter } from './platform/settings/settings-file.ts';

export { DataFolderError } from './platform/db/data-folder-error.ts';

export type DataFolderOptions = {
  /** The user's own data folder by default. */
  readonly dataDir?: string | undefined;
  /** Opens the file `settings.json` of a folder to write it; conf by default. */
  readonly openSettings?: (folder: string) => SettingsWriter;
};

/** A data folder that no other process uses. */
export type DataFolder = {
  readonly dataDir: string;
  readonly settings: SettingsFile;
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
  openSettings = openConf,
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
    const settings = new SettingsFile(getSettingsPath(dataDir), () => openSettings(dataDir));
    if (settings.issue) log.error({ issue: settings.issue }, 'the settings file is not used as it is');
    const unlock = async () => {
      await logFile.close();
      lock.release();
    };
    return { dataDir, settings, log, explain, readLog: logFile.read, unlock };
  } catch (error) {
    lock.release();
    throw explain(error);
  }
}

function getSettingsPath(dataDir: string): string {
  return join(dataDir, 'settings.json');
}

function openConf(folder: string): SettingsWriter {
  return new Conf({ cwd: folder, configName: 'settings', configFileMode: 0o600 });
}

/** Standard output is for the one line of `serve`. */
export function createLogger(destination: { write: (line: string) => void } = process.stderr): Logger {
  const paths = redactedFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);
  return pino({ name: 'switchboard', redact: paths }, destination);
}
