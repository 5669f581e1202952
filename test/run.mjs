#!/usr/bin/env node
// `npm test` and `npm run bench`: plain Node 20 or later, so that they work in a fresh clone.
import { SetupError, printLine } from '../electron/setup/project.mjs';
import { prepareProject } from '../electron/setup/prepare.mjs';
import { suites } from './run/suites.mjs';

const names = process.argv.slice(2);
const isBench = names[0] === 'bench';
const unknown = names.filter((name) => !(name in suites) && !(isBench && name === 'bench'));

if (names.includes('--help') || names.includes('-h')) printHelp();
else if (isBench && names.length === 1) await runPrepared(runBench);
else if (unknown.length > 0 || isBench) rejectUnknownSuite(unknown[0] ?? names[1]);
else await runPrepared(runTests);

async function runTests() {
  const chosen = names.length > 0 ? Object.keys(suites).filter((name) => names.includes(name)) : Object.keys(suites);
  const { runSuites: runAll } = await import('./run/run-suites.mjs');
  const { passed, failed } = await runAll(chosen.map((name) => [name, suites[name]]));
  printTotals(passed, failed);
}

async function runBench() {
  const { runBenchmarks: bench } = await import('./run/run-benchmarks.mjs');
  if (!(await bench())) process.exitCode = 1;
}

/** @param {() => Promise<void>} run */
async function runPrepared(run) {
  const needsBuild = isBench || names.length === 0 || names.some((name) => suites[name].needsBuild);
  try {
    if (await prepareProject(import.meta.url, { needsBuild })) await run();
  } catch (error) {
    printLine(error instanceof SetupError ? error.message : error.stack);
    if (isBench) process.exitCode = 1;
    else printTotals(0, 1);
  }
}

/** The last line of all; other programs read it. @param {number} passed @param {number} failed */
function printTotals(passed, failed) {
  process.exitCode = failed > 0 ? 1 : 0;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
}

/** @param {string} name */
function rejectUnknownSuite(name) {
  printLine(`There is no part '${name}'. There are: ${Object.keys(suites).join(', ')}.`);
  process.exitCode = 2;
}

function printHelp() {
  const lines = Object.entries(suites).map(([name, { title }]) => `  ${name.padEnd(9)} ${title}`);
  process.stdout.write(`npm test -- [part…]\n\nRuns all parts, or those that are named:\n\n${lines.join('\n')}\n\n`);
  process.stdout.write('The last line is `N passed, N failed`. CHROMIUM_PATH names the browser to use.\n');
}
