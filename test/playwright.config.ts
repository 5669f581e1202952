import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './helpers/browser/chromium-launch-options.ts';

// Tests leave the keychain of the user alone.
process.env['SWITCHBOARD_KEYCHAIN'] = 'none';

// The hosts of the tests load the same modules hundreds of times.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../.cache/compiled', import.meta.url));

const chromium = {
  browserName: 'chromium',
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
  // Saves the time of the animations. The tests in Electron run with them.
  contextOptions: { reducedMotion: 'reduce' },
  // A trace of every action costs a third of the time: TRACE=1 records one of each test that fails.
  trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
  launchOptions: chromiumLaunchOptions,
} as const;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  fullyParallel: false,
  // A worker waits for its browser or its host a third of the time.
  workers: 3,
  globalSetup: './helpers/data/prepare-demo.ts',
  retries: 0,
  forbidOnly: true,
  // Only a test that hangs should time out: tests of all views take half a minute, and minutes on a busy machine.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: { actionTimeout: 60_000, navigationTimeout: 60_000 },
  projects: [
    { name: 'chromium', testMatch: '*.e2e.ts', use: chromium },
    // These take minutes, and run with `npm test -- long`.
    { name: 'long', testMatch: '*.long.ts', use: chromium },
    // These run beside the tests in Chromium.
    { name: 'desktop', testMatch: '*.desktop.ts', workers: 1 },
    { name: 'package', testMatch: '*.package.ts', workers: 1 },
  ],
});
