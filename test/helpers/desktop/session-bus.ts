import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts a D-Bus session apart from the user's session. Needs the program of Debian's package dbus-daemon. */
export async function startSessionBus(dir: string) {
  const runtimeDir = join(dir, 'runtime');
  mkdirSync(runtimeDir, { mode: 0o700 });
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    env: { ...process.env, XDG_RUNTIME_DIR: runtimeDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = String((await once(createInterface({ input: bus.stdout }), 'line'))[0]);
  return {
    address,
    env: { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: runtimeDir },
    stop: async () => {
      const exit = once(bus, 'exit');
      bus.kill();
      await exit;
    },
  };
}

export function hasPrograms(...names: readonly string[]): boolean {
  return names.every((name) => spawnSync('which', [name]).status === 0);
}
