// Compiled code that is kept for the next start of the service under Node.
import { chmodSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps the compiled code of modules that are imported later, in a folder that only the user can change: it runs without
 * being checked against its source. Does nothing before Node 22.1, or if there is no such folder.
 */
export function enableCompileCache() {
  const folder = join(getCacheDir(), 'switchboard', 'compiled-code');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700); // fails if it is the folder of another user
    module.enableCompileCache?.(folder);
  } catch {
    // The start takes longer.
  }
}

/** Returns the folder of the user's caches. */
function getCacheDir() {
  if (process.platform === 'win32') return process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
}
