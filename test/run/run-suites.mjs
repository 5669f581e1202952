import { stripVTControlCharacters } from 'node:util';

/** Enough for an error of Playwright with the expected and the received value. */
const maxMessageLines = 12;

/**
 * Runs suites, adds up their counts, and repeats at the end what was left out and what failed. A suite that crashes, or runs no
 * test, counts as one failure, and so does one that cannot run here if it was named.
 * @param {readonly NamedSuite[]} suites
 * @param {{ areNamed?: boolean }} [options]
 * @typedef {readonly [string, import('./suites.mjs').Suite]} NamedSuite
 */
export async function runSuites(suites, { areNamed = false } = {}) {
  const chosen = areNamed ? suites.map(requireToRun) : suites;
  const names = new Set(chosen.map(([name]) => name));
  const isBeside = ([, { runsBeside }]) => runsBeside !== undefined && names.has(runsBeside);
  const counts = [];
  for (const one of chosen.filter((suite) => !isBeside(suite))) counts.push(...(await runWithOthers(one, chosen)));
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

/**
 * Runs a suite. Those beside it start with it, one after the other, each with those beside itself, and show their output when all
 * are done.
 * @param {NamedSuite} suite @param {readonly NamedSuite[]} chosen @param {(line: string) => void} [log] collects the output
 */
async function runWithOthers([name, suite], chosen, log) {
  const others = runQuietly(
    chosen.filter(([, { runsBeside }]) => runsBeside === name),
    chosen,
  );
  if (!log) print(`\n── ${name}: ${suite.title}`);
  const counts = [await runSuite(name, suite, log)];
  for (const other of await others) {
    (log ?? print)(other.summary);
    counts.push(...other.counts);
  }
  return counts;
}

/** Runs suites one after the other and collects their output. @param {readonly NamedSuite[]} suites @param {readonly NamedSuite[]} chosen */
async function runQuietly(suites, chosen) {
  const results = [];
  for (const suite of suites) {
    const lines = [];
    const counts = await runWithOthers(suite, chosen, (line) => lines.push(line));
    results.push({ counts, summary: lines.join('\n') });
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
