#!/usr/bin/env node
// `node electron/setup/check-start.mjs PROGRAM [ARGUMENT …]`: starts a packaged application with an empty data folder, and
// exits with 0 when its service has opened the folder. The release runs it with each package.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const timeoutMs = Number(process.env.START_TIMEOUT_MS ?? 60_000);
const pollMs = 100;

const [program = '', ...args] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-start-'));
const child = spawn(program, [...args, `--user-data-dir=${dataDir}`], {
  stdio: ['ignore', 2, 2],
  env: { ...process.env, SWITCHBOARD_KEYCHAIN: 'none' },
});
const ended = new Promise((resolve) => {
  child.on('error', ({ message }) => resolve(message));
  child.on('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`));
});

const reason = await Promise.race([ended, waitForData()]);
child.kill();
await Promise.race([ended, delay(10_000, undefined, { ref: false })]);
child.kill('SIGKILL');
rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 }); // on Windows, other processes may still use it
process.stdout.write(reason ? `${program} does not start: ${reason}.\n` : `${program} starts.\n`);
process.exitCode = reason ? 1 : 0;

/** Resolves when the application has created its data, or to why it has not. */
async function waitForData() {
  const deadline = Date.now() + timeoutMs;
  while (!existsSync(join(dataDir, 'workspaces'))) {
    if (Date.now() > deadline) return `it created no data within ${timeoutMs / 1000} seconds`;
    await delay(pollMs, undefined, { ref: false }); // the program keeps this process running
  }
  return undefined;
}
