import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the default folder of workspaces and settings, which is the same for every host. */
export function getDefaultDataDir(platform = process.platform, env = process.env, home = homedir()): string {
  if (env['SWITCHBOARD_DATA']) return env['SWITCHBOARD_DATA'];
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Switchboard');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Switchboard');
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'Switchboard');
}
