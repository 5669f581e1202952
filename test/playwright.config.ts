import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
const chromiumPath = process.env['CHROMIUM_PATH'];

const chromiumFlags = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium's sandbox refuses the root user; the product itself never passes this.
  ...(isRoot ? ['--no-sandbox'] : []),
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: { actionTimeout: 15_000 },
  projects: [
    {
      name: 'chromium',
      testMatch: '*.e2e.ts',
      use: {
        browserName: 'chromium',
        viewport: { width: 1280, height: 800 },
        trace: 'retain-on-failure',
        launchOptions: { args: chromiumFlags, ...(chromiumPath && { executablePath: chromiumPath }) },
      },
    },
    { name: 'desktop', testMatch: '*.desktop.ts' },
  ],
});
