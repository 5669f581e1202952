/**
 * Runs parts one after the other and adds them up. A part that crashes, or counts nothing, is one failure.
 * @param {readonly (readonly [string, import('./parts.mjs').parts[string]])[]} chosen
 */
export async function runAll(chosen) {
  const total = { passed: 0, failed: 0 };
  for (const [name, part] of chosen) {
    print(`\n── ${name}: ${part.title}`);
    const started = Date.now();
    const { passed, failed, leftOut } = await runOne(part);
    total.passed += passed;
    total.failed += failed;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    print(
      leftOut ? `── ${name}: left out: ${leftOut}` : `── ${name}: ${passed} passed, ${failed} failed in ${seconds} s`,
    );
  }
  print('');
  return total;
}

/** @param {{ run: () => Promise<import('./parts.mjs').Count> }} part */
async function runOne(part) {
  try {
    const count = await part.run();
    if (count.leftOut || count.passed + count.failed > 0) return count;
    print('Not one test was found.');
  } catch (error) {
    print(error.name === 'SetupError' ? error.message : error.stack);
  }
  return { passed: 0, failed: 1 };
}

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);
