import { stripVTControlCharacters } from 'node:util';

/** Enough for an error of Playwright with the expected and the received value. */
const maxMessageLines = 12;

/**
 * Runs suites, adds up their counts, and repeats at the end what was left out and what failed. A suite that crashes, or runs no
 * test, counts as one failure, and so does one that cannot run here if it was named. Suites beside another one start with it, one
 * after the other, and show their output when both are done.
 * @param {readonly NamedSuite[]} suites
 * @param {{ areNamed?: boolean }} [options]
 * @typedef {readonly [string, import('./suites.mjs').Suite]} NamedSuite
 */
export async function runSuites(suites, { areNamed = false } = {}) {
  const chosen = areNamed ? suites.map(requireToRun) : suites;
  const names = new Set(chosen.map(([name]) => name));
  const isBeside = ([, { runsBeside }]) => runsBeside !== undefined && names.has(runsBeside);
  const counts = [];
  for (const [name, suite] of chosen.filter((one) => !isBeside(one))) {
    const beside = runQuietly(chosen.filter(([, { runsBeside }]) => runsBeside === name));
    print(`\n── ${name}: ${suite.title}`);
    counts.push(await runSuite(name, suite));
    for (const { count, summary } of await beside) {
      print(summary);
      counts.push(count);
    }
  }
  const leftOut = counts.flatMap(({ leftOut: line }) => line ?? []);
  if (leftOut.length > 0) print(`\nLeft out:\n\n${leftOut.join('\n')}`);
  const failures = counts.flatMap((count) => count.failures);
  print(failures.length === 0 ? '' : `\nFailed:\n\n${failures.map(describeFailure).join('\n')}`);
  const add = (key) => counts.reduce((sum, count) => sum + count[key], 0);
  return { passed: add('passed'), failed: add('failed') };
}

/** Returns a suite that fails where it would be left out. @param {NamedSuite} named @returns {NamedSuite} */
function requireToRun([name, suite]) {
  const run = async (options) => {
    const count = await suite.run(options);
    if (!count.skippedReason) return count;
    const message = `This suite was named, but cannot run: ${count.skippedReason}.`;
    return { passed: 0, failed: 1, failures: [{ test: name, message }], output: message };
  };
  return [name, { ...suite, run }];
}

/** Runs suites one after the other and collects their output. @param {readonly NamedSuite[]} chosen */
async function runQuietly(chosen) {
  const results = [];
  for (const [name, suite] of chosen) {
    const lines = [];
    const count = await runSuite(name, suite, (line) => lines.push(line));
    results.push({ count, summary: lines.join('\n') });
  }
  return results;
}

/** @param {string} name @param {import('./suites.mjs').Suite} suite @param {(line: string) => void} [log] collects the output */
async function runSuite(name, suite, log) {
  const startedAt = Date.now();
  const { passed, failed, failures = [], skippedReason, output = '' } = await countResults(suite, log);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const printOrCollect = log ?? print;
  if (output.trim() !== '') printOrCollect(output.trimEnd());
  printOrCollect(
    skippedReason
      ? `── ${name}: left out: ${skippedReason}`
      : `── ${name}: ${passed} passed, ${failed} failed in ${seconds} s`,
  );
  return {
    passed,
    failed,
    failures: failures.length >= failed ? failures : [...failures, { test: name }],
    leftOut: skippedReason && `  ${name}: ${skippedReason}`,
  };
}

/** @param {import('./suites.mjs').Suite} suite @param {(line: string) => void} [collect] */
async function countResults(suite, collect) {
  const log = collect ?? print;
  try {
    const count = await suite.run({ collectOutput: collect !== undefined });
    if (count.skippedReason || count.passed + count.failed > 0) return count;
    log('The suite ran no test.');
  } catch (error) {
    log(error.name === 'SetupError' ? error.message : error.stack);
  }
  return { passed: 0, failed: 1 };
}

/** A line of a stack outside of the project. */
const foreignPattern = /^\s+at (?:.*\bnode_modules\b|.*\bnode:|new Promise )/;

/** A hook that failed has no message. @param {import('./suites.mjs').Failure} failure */
function describeFailure({ test, message = '' }) {
  const text = stripVTControlCharacters(message).trim() || 'See its output above.';
  const lines = text.split('\n').filter((line) => !foreignPattern.test(line));
  const shown = lines.slice(0, maxMessageLines).map((line) => `    ${line}\n`);
  return `  ${test}\n${shown.join('')}`;
}

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);
