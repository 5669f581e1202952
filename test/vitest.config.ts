import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './helpers/browser/chromium-launch-options.ts';
import { fileOnlyTests } from './helpers/service/file-only-tests.ts';

// Dates and numbers are formatted in the system's language: the same one wherever the tests run. Workers inherit it.
process.env['LC_ALL'] = 'en_GB.UTF-8';

// Tests leave the keychain of the user alone; tests of the keychain start one of their own.
process.env['SWITCHBOARD_KEYCHAIN'] = 'none';

// Services, hosts and parsers of the tests load the same modules hundreds of times.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../.cache/compiled', import.meta.url));

const isOnPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** Tests that start the processes of a team server, or move whole workspaces to one, run with `npm test -- team`. */
const teamTests = ['test/host/team/{bucket,moves,moves-with-bucket,nodes,separate-organizations}.test.ts'];

/** Tests that take minutes run with `npm test -- long`. */
const longTests = process.env['LONG_TESTS'] ? [] : ['test/**/*.long.test.ts'];

/** Tests of pure functions and of the window's state: no service, no database, no folder. */
const pureTests = ['test/shared/**/*.test.ts', 'test/renderer/**/*.test.ts', 'test/main/**/*.test.ts'];

/** Component tests that need a page on which nothing happened before. */
const newPageTests = [
  'test/renderer/shell/live/apply-event.component.tsx', // an earlier refresh can repeat
  'test/renderer/shell/window-lock/kept-page.component.tsx', // drafts of earlier tests are kept
  'test/renderer/ui/feedback/toasts.component.tsx', // toasts wait for the first viewport
];

/** Serves pdf.js where the hosts of the window do. */
const servePdfjs = (): Plugin => ({
  name: 'serve-pdfjs',
  configureServer: ({ middlewares }) => {
    middlewares.use('/pdfjs', ({ url }, response) =>
      response.writeHead(302, { Location: `/node_modules/pdfjs-dist${url}` }).end(),
    );
  },
});

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    maxWorkers: 2,
    // Only a test that hangs should time out: the machine may be busy or slow.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Errors that a test expects are not shown.
    silent: 'passed-only',
    globalSetup: ['test/helpers/processes/prepare-tests.ts'],
    projects: [
      { extends: true, test: { name: 'pure', include: pureTests, pool: 'threads', isolate: false } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts', ...(process.env['OPENAPI_TOOLS'] ? ['test/contract/*.tools.ts'] : [])],
          exclude: ['test/e2e/**', ...pureTests, ...longTests, ...(isOnPostgres ? fileOnlyTests : teamTests)],
          // The service has no module state, so files share a process: loading the service again takes a third of a second.
          pool: 'forks',
          isolate: false,
          // Node removes the types itself, and keeps the compiled code.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          hookTimeout: 180_000,
          setupFiles: ['test/helpers/processes/show-errors-of-failed-tests.ts'],
        },
      },
      {
        extends: true,
        plugins: [react(), tailwindcss(), servePdfjs()],
        // Found before the first test: a package that is discovered later reloads the page in the middle of a test.
        optimizeDeps: { entries: ['renderer/main.tsx', 'test/renderer/**/*.component.tsx'] },
        resolve: { dedupe: ['react', 'react-dom'] },
        test: {
          name: 'components',
          include: ['test/renderer/**/*.component.tsx'],
          setupFiles: ['test/helpers/components/component-setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: chromiumLaunchOptions }),
            instances: [
              // Files share a page: to load the window's modules for each takes a third of the time.
              { browser: 'chromium', name: 'components', exclude: newPageTests, isolate: false },
              { browser: 'chromium', name: 'components on new pages', include: newPageTests },
            ],
            viewport: { width: 900, height: 600 },
            screenshotFailures: false,
          },
        },
      },
    ],
  },
});
