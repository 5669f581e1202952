import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of built files: the folder of this module when built, and dist/ in the project when run from source. */
const distUrl = new URL(import.meta.url.endsWith('.ts') ? '../../../../dist/' : '../../../../', import.meta.url);

/** The built files of the window. */
export const rendererDir = fileURLToPath(new URL('renderer', distUrl));

/** The prepared embedding model. */
export const modelDir = fileURLToPath(new URL('model', distUrl));

/** The application's package.json. */
export const packageFile = fileURLToPath(new URL('../package.json', distUrl));

/** Returns the default folder of workspaces and settings, which is the same for every host. */
export function getDefaultDataDir(platform = process.platform, env = process.env, home = homedir()): string {
  if (env['SWITCHBOARD_DATA']) return env['SWITCHBOARD_DATA'];
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Switchboard');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Switchboard');
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'Switchboard');
}

export const logFileName = 'switchboard.log';

export function getLogFolder(dataDir: string): string {
  return join(dataDir, 'logs');
}

/** The ID of the application on Windows. The installer writes it into the shortcuts: `appId` in electron-builder.yml. */
export const appId = 'io.github.switchboard.desktop';
