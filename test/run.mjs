#!/usr/bin/env node
// `npm test` and `npm run bench`: plain Node 20 or later, because a fresh clone has nothing else.
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
  const chosen = Object.entries(suites).filter(([name, { isOptional }]) =>
    names.length > 0 ? names.includes(name) : !isOptional,
  );
  const { runSuites } = await import('./run/run-suites.mjs');
  const { passed, failed } = await runSuites(chosen, { areNamed: names.length > 0 });
  printTotals(passed, failed);
}

async function runBench() {
  const { runBenchmarks } = await import('./run/run-benchmarks.mjs');
  if (!(await runBenchmarks())) process.exitCode = 1;
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

/** Prints the last line, which other programs read. @param {number} passed @param {number} failed */
function printTotals(passed, failed) {
  process.exitCode = failed > 0 ? 1 : 0;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
}

/** @param {string} name */
function rejectUnknownSuite(name) {
  printLine(`There is no suite '${name}'. Suites: ${Object.keys(suites).join(', ')}.`);
  process.exitCode = 2;
}

function printHelp() {
  const lines = Object.entries(suites).map(
    ([name, { title, isOptional }]) => `  ${name.padEnd(12)} ${title}${isOptional ? ' (only if named)' : ''}`,
  );
  process.stdout.write(`npm test -- [suite…]\n\nRuns all suites, or the named ones:\n\n${lines.join('\n')}\n\n`);
  process.stdout.write('The last line is `N passed, N failed`. CHROMIUM_PATH names the browser to use.\n');
  process.stdout.write(
    'A suite that cannot run here, such as those that need Electron, is left out, or fails if it is named.\n\n',
  );
  process.stdout.write('npm run bench\n\nRuns the benchmarks and prints each result next to its target.\n');
}
