import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { hasPrograms, startSessionBus } from './session-bus.ts';

/** Whether a Secret Service of its own can be started for tests: Debian's packages dbus-daemon, gnome-keyring, libsecret-tools. */
export const hasSecretService = hasPrograms('dbus-daemon', 'gnome-keyring-daemon', 'secret-tool');

const password = 'password';

/** Starts a D-Bus session with an unlocked gnome-keyring, apart from the user's session and keyring. */
export async function startSecretService(dir: string) {
  const bus = await startSessionBus(dir);
  const env = { ...bus.env, HOME: dir, XDG_DATA_HOME: dir };
  // It answers when this command returns, and ends with its bus.
  spawnSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env: { ...process.env, ...env },
    input: password,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const runSecretTool = (...args: readonly string[]) =>
    spawnSync('secret-tool', args, { env: { ...process.env, ...env }, encoding: 'utf8' });
  return {
    env,
    /** Returns a secret as another program of the user reads it; an empty string if there is none, or if the keyring is locked. */
    lookUp: (account: string) => runSecretTool('lookup', 'service', 'Switchboard', 'account', account).stdout,
    lock: () => void runSecretTool('lock', '--collection=login'),
    unlock: () => unlock(join(bus.env.XDG_RUNTIME_DIR, 'keyring/control')),
    stop: bus.stop,
  };
}

/** Unlocks the keyring as the login of the user does: an empty byte, then the length, the operation and the password. */
async function unlock(controlSocket: string): Promise<void> {
  const socket = createConnection(controlSocket);
  const request = Buffer.alloc(13);
  request.writeUInt32BE(12 + password.length, 1);
  request.writeUInt32BE(1, 5);
  request.writeUInt32BE(password.length, 9);
  socket.write(Buffer.concat([request, Buffer.from(password)]));
  await once(socket, 'data');
  socket.destroy();
}
