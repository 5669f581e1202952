import { spawnSync } from 'node:child_process';
import { hasPrograms, startSessionBus } from './session-bus.ts';

/** Whether a Secret Service of its own can be started for tests: Debian's packages dbus-daemon, gnome-keyring, libsecret-tools. */
export const hasSecretService = hasPrograms('dbus-daemon', 'gnome-keyring-daemon', 'secret-tool');

/** Starts a D-Bus session with an unlocked gnome-keyring, apart from those of the user. */
export async function startSecretService(dir: string) {
  const bus = await startSessionBus(dir);
  const env = { ...bus.env, HOME: dir, XDG_DATA_HOME: dir };
  // It answers when this command returns, and ends with its bus.
  spawnSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env: { ...process.env, ...env },
    input: 'password',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const runSecretTool = (...args: readonly string[]) =>
    spawnSync('secret-tool', args, { env: { ...process.env, ...env }, encoding: 'utf8' });
  return {
    env,
    /** Returns a secret as another program of the user reads it. */
    lookUp: (account: string) => runSecretTool('lookup', 'service', 'Switchboard', 'account', account).stdout,
    lock: () => void runSecretTool('lock', '--collection=login'),
    stop: bus.stop,
  };
}
