import { expect, test, vi } from 'vitest';
// @ts-expect-error: the scripts that run tests have no types.
import { runSuites } from '../run/run-suites.mjs';

type Count = { passed: number; failed: number; failures?: object[]; skippedReason?: string };

/** Runs one suite with a result, and returns the counts and the output. */
async function runOne(name: string, count: Count, options?: { areNamed: boolean }) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const suite = { title: 'Tests', needsBuild: false, run: () => Promise.resolve(count) };
  const counts: unknown = await runSuites([[name, suite]], options);
  const output = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
  return { counts, output };
}

test('a suite that cannot run is left out, which the end says, or fails if it was named', async () => {
  const count = { passed: 0, failed: 0, skippedReason: 'no Electron is installed' };
  const leftOut = await runOne('desktop', count);
  expect(leftOut.counts).toEqual({ passed: 0, failed: 0 });
  expect(leftOut.output.trimEnd()).toMatch(/\n\nLeft out:\n\n {2}desktop: no Electron is installed$/);
  const named = await runOne('desktop', count, { areNamed: true });
  expect(named.counts).toEqual({ passed: 0, failed: 1 });
  expect(named.output.trimEnd()).toMatch(
    /\n\nFailed:\n\n {2}desktop\n {4}This suite was named, but cannot run: no Electron is installed\.$/,
  );
});

test('failures are repeated at the end: each with its message, or with where it is', async () => {
  const stack =
    '\n    at /project/test/a.test.ts:2:60\n    at file:///project/node_modules/vitest/run.js:16:35\n    at new Promise (<anonymous>)';
  const failures = [
    { test: 'a.test.ts › adds', message: `\u001B[31mError: expected 1 to be 2\u001B[39m${stack}` },
    { test: 'hook.test.ts', message: '' },
  ];
  const { counts, output } = await runOne('unit', { passed: 1, failed: 3, failures });
  expect(counts).toEqual({ passed: 1, failed: 3 });
  expect(output.slice(output.indexOf('Failed:'))).toBe(`Failed:

  a.test.ts › adds
    Error: expected 1 to be 2
        at /project/test/a.test.ts:2:60

  hook.test.ts
    See its output above.

  unit
    See its output above.

`);
});

test('a suite beside another one starts with it, and others beside that one in turn', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { promise: allStarted, resolve } = Promise.withResolvers<void>();
  let missing = 3;
  const create = (name: string, runsBeside?: string) => {
    const run = async () => {
      if (--missing === 0) resolve();
      await allStarted;
      return { passed: 1, failed: 0 };
    };
    return [name, { title: 'Tests', needsBuild: false, run, runsBeside }];
  };
  const counts: unknown = await runSuites([create('e2e'), create('desktop', 'e2e'), create('package', 'desktop')]);
  const output = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
  expect(counts).toEqual({ passed: 3, failed: 0 });
  expect(output.match(/\w+(?=: 1 passed)/g)).toEqual(['e2e', 'desktop', 'package']);
});
