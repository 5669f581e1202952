import { app } from 'electron';
import ElectronStore from 'electron-store';
import { pino } from 'pino';
import { lockDataFolder } from '../service/platform/files/data-folder-lock.ts';
import { modelDir } from '../service/platform/files/app-paths.ts';
import { createService, type Service, type SettingsStore } from '../service/service.ts';

export type DesktopService = {
  readonly service: Service;
  readonly settings: SettingsStore;
  /** Stops jobs, closes the databases and unlocks the data folder. */
  readonly close: () => Promise<void>;
};

/** Locks the data folder and opens the service in it. Throws DataFolderError. */
export async function openDesktopService(dataDir: string): Promise<DesktopService> {
  const lock = lockDataFolder(dataDir);
  try {
    const settings = new ElectronStore({ cwd: dataDir, name: 'settings', clearInvalidConfig: true });
    const log = pino(
      { name: 'switchboard', redact: ['*.authorization', '*.cookie', '*.key', '*.token'] },
      process.stderr,
    );
    const service = await createService({ dataDir, modelDir, version: app.getVersion(), settings, log });
    const close = async (): Promise<void> => {
      await service.close();
      lock.release();
    };
    return { service, settings, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}
