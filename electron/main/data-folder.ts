import { join, resolve } from 'node:path';
import { app } from 'electron';
import { getDefaultDataDir } from '../service/platform/files/default-data-dir.ts';

/**
 * Sets and returns the data folder: `--user-data-dir`, else SWITCHBOARD_DATA, else the default folder of the user. Chromium
 * stores its session data in a subfolder, which needs no backup.
 */
export function setUpDataFolder(): string {
  const dataDir = resolve(app.commandLine.getSwitchValue('user-data-dir') || getDefaultDataDir());
  app.setPath('userData', dataDir);
  app.setPath('sessionData', join(dataDir, 'chromium'));
  return dataDir;
}
