import { join } from 'node:path';
import { DataFolderError, openDataFolder, type DataFolder } from '../../service/open-data-folder.ts';

const maxProcesses = 64;

/**
 * Locks the first folder below DIR that no other process uses, so that several processes of a computer can have the same DIR. It keeps
 * what can be built again, such as search indexes. Throws DataFolderError.
 */
export function openNodeFolder(dataDir: string): DataFolder {
  for (let number = 1; ; number++) {
    try {
      return openDataFolder(join(dataDir, 'nodes', String(number)));
    } catch (error) {
      if (!(error instanceof DataFolderError) || number === maxProcesses) throw error;
    }
  }
}
