import { expect, test, vi } from 'vitest';
// @ts-expect-error: the scripts that run tests have no types.
import { runSuites } from '../run/run-suites.mjs';

test('failures are repeated at the end: each with its message, or with where it is', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stack =
    '\n    at /project/test/a.test.ts:2:60\n    at file:///project/node_modules/vitest/run.js:16:35\n    at new Promise (<anonymous>)';
  const failures = [
    { test: 'a.test.ts › adds', message: `\u001B[31mError: expected 1 to be 2\u001B[39m${stack}` },
    { test: 'hook.test.ts', message: '' },
  ];
  const run = () => Promise.resolve({ passed: 1, failed: 3, failures });
  const counts = await runSuites([['unit', { title: 'Unit tests', needsBuild: false, run }]]);
  const output = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
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
