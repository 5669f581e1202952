import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Dates and numbers are formatted in the system's language: the same one wherever the tests run. Workers inherit it.
process.env['LC_ALL'] = 'en_GB.UTF-8';

/** Tests of pure functions and of the window's state: no service, no database, no folder. */
const pureTests = ['test/shared/**/*.test.ts', 'test/renderer/**/*.test.ts', 'test/main/**/*.test.ts'];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    maxWorkers: 2,
    globalSetup: ['test/helpers/prepare-tests.ts'],
    projects: [
      { extends: true, test: { name: 'pure', include: pureTests, pool: 'threads', isolate: false } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', ...pureTests],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
