import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderError, lockDataFolder, toDataFolderError } from './platform/db/data-folder-lock.ts';
import { explainUnreleased, isUnreleasedDatabase } from './platform/db/unreleased-version.ts';
import { takeLastOverview } from './platform/files/last-overview.ts';
import { createOnlyPrivateFiles, makeDataFolderPrivate } from './platform/files/private-files.ts';
import { getDefaultDataDir } from './platform/files/app-paths.ts';
import { getSettingsPath, SettingsFile } from './platform/settings/settings-file.ts';

export { DataFolderError } from './platform/db/data-folder-lock.ts';

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
export function openDataFolder(dataDir = getDefaultDataDir(), lockFolder = lockDataFolder): DataFolder {
  const explain = (error: unknown) => toDataFolderError(dataDir, error, getSettingsPath(dataDir)) ?? error;
  requireReleasedVersion(dataDir);
  createOnlyPrivateFiles();
  const lock = lockFolder(dataDir);
  try {
    makeDataFolderPrivate(dataDir);
    const lastOverview = takeLastOverview(dataDir);
    return { dataDir, settings: new SettingsFile(dataDir), lastOverview, explain, unlock: lock.release };
  } catch (error) {
    lock.release();
    throw explain(error);
  }
}

/**
 * Throws DataFolderError if all workspaces of the folder were written by an unreleased version. Changes nothing. If only some of them
 * were, the folder can be used, and those are listed with the reason.
 */
function requireReleasedVersion(dataDir: string): void {
  const paths = listDatabases(dataDir);
  if (paths.length > 0 && paths.every(isUnreleasedDatabase))
    throw new DataFolderError(explainUnreleased(`The data folder ${dataDir}`, 'move this folder away and start again'));
}

function listDatabases(dataDir: string): readonly string[] {
  const root = join(dataDir, 'workspaces');
  try {
    return readdirSync(root)
      .map((id) => join(root, id, 'workspace.db'))
      .filter((path) => existsSync(path));
  } catch {
    return []; // it is created, or its problem explained, later
  }
}
