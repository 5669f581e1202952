/**
 * Runs suites and adds up their counts. A suite that crashes, or runs no test, counts as one failure.
 * @param {readonly (readonly [string, import('./suites.mjs').Suite])[]} chosen
 */
export async function runSuites(chosen) {
  const names = new Set(chosen.map(([name]) => name));
  const isBeside = ([, { runsBeside }]) => runsBeside !== undefined && names.has(runsBeside);
  const beside = runInOrder(chosen.filter(isBeside));
  const counts = [];
  for (const [name, suite] of chosen.filter((one) => !isBeside(one))) {
    print(`\n── ${name}: ${suite.title}`);
    counts.push(await runSuite(name, suite));
  }
  for (const { count, summary } of await beside) {
    print(summary);
    counts.push(count);
  }
  print('');
  const add = (key) => counts.reduce((sum, count) => sum + count[key], 0);
  return { passed: add('passed'), failed: add('failed') };
}

/** Runs quick checks one after the other, quietly. @param {readonly (readonly [string, import('./suites.mjs').Suite])[]} checks */
async function runInOrder(checks) {
  const results = [];
  for (const [name, suite] of checks) {
    const lines = [];
    const count = await runSuite(name, suite, (line) => lines.push(line));
    results.push({ count, summary: lines.join('\n') });
  }
  return results;
}

/** @param {string} name @param {import('./suites.mjs').Suite} suite @param {(line: string) => void} [log] */
async function runSuite(name, suite, log = print) {
  const startedAt = Date.now();
  const { passed, failed, skippedReason, output = '' } = await countResults(suite, log);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (output.trim() !== '') log(output.trimEnd());
  log(
    skippedReason
      ? `── ${name}: skipped: ${skippedReason}`
      : `── ${name}: ${passed} passed, ${failed} failed in ${seconds} s`,
  );
  return { passed, failed };
}

/** @param {import('./suites.mjs').Suite} suite @param {(line: string) => void} log */
async function countResults(suite, log) {
  try {
    const count = await suite.run();
    if (count.skippedReason || count.passed + count.failed > 0) return count;
    log('The suite ran no test.');
  } catch (error) {
    log(error.name === 'SetupError' ? error.message : error.stack);
  }
  return { passed: 0, failed: 1 };
}

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);
