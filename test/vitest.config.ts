import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// What is written in the system's language is the same wherever the tests run; the workers get it from here.
process.env['LC_ALL'] = 'en_GB.UTF-8';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**'],
    globalSetup: ['test/helpers/prepare-tests.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
