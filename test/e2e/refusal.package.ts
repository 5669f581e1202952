import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packedApp } from '../helpers/desktop/packed-app.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

const isOlderThanSqlite = existsSync(join(dirname(packedApp.executable), 'sqlite'));
// On other systems, the executable waits until its message is closed.
test.skip(process.platform !== 'linux' || isOlderThanSqlite, 'it needs Linux, and an Electron with node:sqlite');

let folder: TemporaryFolder;

test.beforeEach(async () => {
  folder = await createTemporaryFolder();
});
test.afterEach(() => folder.remove());

/** Starts the executable and returns how it ended. Root cannot use the sandbox. */
function start(...switches: readonly string[]) {
  const dataDir = join(folder.path, 'data');
  const rootSwitches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...switches, ...rootSwitches, `--user-data-dir=${dataDir}`];
  const { status, stderr } = spawnSync(packedApp.executable, args, { encoding: 'utf8', timeout: 60_000 });
  return { status, stderr, hasData: existsSync(dataDir) };
}

for (const name of ['--remote-debugging-port=0', '--remote-debugging-pipe'])
  test(`the executable does not start with ${name}`, () => {
    const { status, stderr, hasData } = start(name);
    expect(stderr).toContain(`Switchboard does not start with ${name.split('=')[0]}.`);
    expect(stderr).not.toContain('DevTools listening');
    expect({ status, hasData }).toEqual({ status: 1, hasData: false });
  });
