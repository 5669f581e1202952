#!/usr/bin/env node
// `npm test` and `npm run bench`: plain Node 20 or later, so that they work in a fresh clone.
import { SetupError, say } from '../electron/setup/project.mjs';
import { prepare } from '../electron/setup/prepare.mjs';
import { parts } from './run/parts.mjs';

const names = process.argv.slice(2);
const isBench = names[0] === 'bench';
const unknown = names.filter((name) => !(name in parts) && !(isBench && name === 'bench'));

if (names.includes('--help') || names.includes('-h')) help();
else if (isBench && names.length === 1) await guarded(runBench);
else if (unknown.length > 0 || isBench) refuse(unknown[0] ?? names[1]);
else await guarded(runParts);

async function runParts() {
  const chosen = names.length > 0 ? Object.keys(parts).filter((name) => names.includes(name)) : Object.keys(parts);
  const { runAll } = await import('./run/run-all.mjs');
  const { passed, failed } = await runAll(chosen.map((name) => [name, parts[name]]));
  verdict(passed, failed);
}

async function runBench() {
  const { bench } = await import('./run/bench.mjs');
  if (!(await bench())) process.exitCode = 1;
}

/** @param {() => Promise<void>} run */
async function guarded(run) {
  const needsBuild = isBench || names.length === 0 || names.some((name) => parts[name].needsBuild);
  try {
    if (await prepare(import.meta.url, { needsBuild })) await run();
  } catch (error) {
    say(error instanceof SetupError ? error.message : error.stack);
    if (isBench) process.exitCode = 1;
    else verdict(0, 1);
  }
}

/** The last line of all; other programs read it. @param {number} passed @param {number} failed */
function verdict(passed, failed) {
  process.exitCode = failed > 0 ? 1 : 0;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
}

/** @param {string} name */
function refuse(name) {
  say(`There is no part '${name}'. There are: ${Object.keys(parts).join(', ')}.`);
  process.exitCode = 2;
}

function help() {
  const lines = Object.entries(parts).map(([name, { title }]) => `  ${name.padEnd(9)} ${title}`);
  process.stdout.write(`npm test -- [part…]\n\nRuns all parts, or those that are named:\n\n${lines.join('\n')}\n\n`);
  process.stdout.write('The last line is `N passed, N failed`. CHROMIUM_PATH names the browser to use.\n');
}
