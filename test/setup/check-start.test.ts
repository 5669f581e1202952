import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../electron/setup/check-start.mjs', import.meta.url));

/** Checks a program in place of the packaged application: a script that finds its data folder in `dataDir`. */
function check(source: string, timeoutMs = 60_000) {
  const program = `const dataDir = process.argv.at(-1).replace('--user-data-dir=', ''); ${source}`;
  const args = [script, process.execPath, '--eval', program, '--'];
  const env = { ...process.env, START_TIMEOUT_MS: String(timeoutMs) };
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  return { status, line: stdout.replace(process.execPath, 'It').trim() };
}

const createData = "require('node:fs').mkdirSync(require('node:path').join(dataDir, 'workspaces'));";
const keepRunning = 'setInterval(() => {}, 1000);';

it('accepts an application that runs and has created its data', () => {
  expect(check(createData + keepRunning)).toEqual({ status: 0, line: 'It starts.' });
});

it('rejects an application that ends, or creates no data', () => {
  expect(check('process.exit(3)')).toEqual({ status: 1, line: 'It does not start: it ended with 3.' });
  const line = 'It does not start: it created no data within 1 seconds.';
  expect(check(keepRunning, 1_000)).toEqual({ status: 1, line });
});

it('rejects a program that is missing', () => {
  const { status, stdout } = spawnSync(process.execPath, [script, '/missing'], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '/missing does not start: spawn /missing ENOENT.\n' });
});
