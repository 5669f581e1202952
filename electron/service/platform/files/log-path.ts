import { join } from 'node:path';

export const logFileName = 'switchboard.log';

export function getLogFolder(dataDir: string): string {
  return join(dataDir, 'logs');
}
