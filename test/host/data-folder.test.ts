import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getDefaultDataDir } from '../../electron/service/platform/files/app-paths.ts';

it.each([
  ['linux', {}, ['/home/a', '.config', 'Switchboard']],
  ['linux', { XDG_CONFIG_HOME: '/cfg' }, ['/cfg', 'Switchboard']],
  ['darwin', {}, ['/home/a', 'Library', 'Application Support', 'Switchboard']],
  ['win32', { APPDATA: '/roaming' }, ['/roaming', 'Switchboard']],
  ['linux', { SWITCHBOARD_DATA: '/mine' }, ['/mine']],
] as const)('on %s with %j', (platform, env, parts) => {
  expect(getDefaultDataDir(platform, env, '/home/a')).toBe(join(...parts));
});
