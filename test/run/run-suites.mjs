/**
 * Runs parts one after the other and adds them up. A part that crashes, or counts nothing, is one failure.
 * @param {readonly (readonly [string, import('./suites.mjs').suites[string]])[]} chosen
 */
export async function runSuites(chosen) {
  const total = { passed: 0, failed: 0 };
  for (const [name, part] of chosen) {
    print(`\n── ${name}: ${part.title}`);
    const started = Date.now();
    const { passed, failed, skippedReason } = await runSuite(part);
    total.passed += passed;
    total.failed += failed;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    print(
      skippedReason
        ? `── ${name}: left out: ${skippedReason}`
        : `── ${name}: ${passed} passed, ${failed} failed in ${seconds} s`,
    );
  }
  print('');
  return total;
}

/** @param {{ run: () => Promise<import('./suites.mjs').Count> }} part */
async function runSuite(part) {
  try {
    const count = await part.run();
    if (count.skippedReason || count.passed + count.failed > 0) return count;
    print('Not one test was found.');
  } catch (error) {
    print(error.name === 'SetupError' ? error.message : error.stack);
  }
  return { passed: 0, failed: 1 };
}

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);
