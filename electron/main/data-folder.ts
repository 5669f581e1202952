import { join, resolve } from 'node:path';
import { app } from 'electron';
import { getDefaultDataDir } from '../service/platform/files/default-data-dir.ts';

/**
 * The folder of workspaces and settings: `--user-data-dir`, else SWITCHBOARD_DATA, else the user's own. What Chromium
 * keeps for itself goes into a folder inside, apart from what is worth a backup.
 */
export function setUpDataFolder(): string {
  const dataDir = resolve(app.commandLine.getSwitchValue('user-data-dir') || getDefaultDataDir());
  app.setPath('userData', dataDir);
  app.setPath('sessionData', join(dataDir, 'chromium'));
  return dataDir;
}
