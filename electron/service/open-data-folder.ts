import { toDataFolderError } from './platform/db/data-folder-error.ts';
import { lockDataFolder } from './platform/db/data-folder-lock.ts';
import { takeLastOverview } from './platform/files/last-overview.ts';
import { createOnlyPrivateFiles, makeDataFolderPrivate } from './platform/files/private-files.ts';
import { getDefaultDataDir } from './platform/files/app-paths.ts';
import { getSettingsPath, SettingsFile } from './platform/settings/settings-file.ts';

export { DataFolderError } from './platform/db/data-folder-error.ts';

/** A data folder that no other process uses. */
export type DataFolder = {
  readonly dataDir: string;
  readonly settings: SettingsFile;
  /** The HTML of the overview as Electron's window showed it when it was closed; null if it showed another view. */
  readonly lastOverview: string | null;
  /** Returns the sentence for an error that the folder caused, or the error itself. */
  readonly explain: (error: unknown) => unknown;
  readonly unlock: () => void;
};

/** Locks the data folder and opens its settings. Throws DataFolderError. */
export function openDataFolder(dataDir = getDefaultDataDir()): DataFolder {
  const explain = (error: unknown) => toDataFolderError(dataDir, error, getSettingsPath(dataDir)) ?? error;
  createOnlyPrivateFiles();
  const lock = lockDataFolder(dataDir);
  try {
    makeDataFolderPrivate(dataDir);
    const lastOverview = takeLastOverview(dataDir);
    return { dataDir, settings: new SettingsFile(dataDir), lastOverview, explain, unlock: lock.release };
  } catch (error) {
    lock.release();
    throw explain(error);
  }
}
