// Loaded before a program (`--import`): once the file that KILL_FILE names exists, counts the changes of files and databases
// on the main thread and kills the process before the one that the file describes, such as `renameSync 3` or `any 12`.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

const path = process.env['KILL_FILE'];
const { readFileSync, existsSync } = fs;
const counts = new Map();

const changes = [
  [fs, ['copyFileSync', 'mkdirSync', 'renameSync', 'rmSync', 'writeFileSync', 'writeSync']],
  [DatabaseSync.prototype, ['exec']],
  [StatementSync.prototype, ['run']],
];

if (path && isMainThread) {
  for (const [target, names] of changes) for (const name of names) countCalls(target, name);
  syncBuiltinESMExports();
}

function countCalls(target, name) {
  const call = target[name];
  target[name] = function (...values) {
    countStep(name);
    return call.apply(this, values);
  };
}

function countStep(name) {
  if (!existsSync(path)) return;
  const [killed, number] = readFileSync(path, 'utf8').split(' ');
  for (const counted of [name, 'any']) {
    const count = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, count);
    if (counted === killed && count === Number(number)) process.kill(process.pid, 'SIGKILL');
  }
}
