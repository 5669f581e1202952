import { test } from '@playwright/test';
import { startHost } from '../helpers/service/start-host.ts';
import { cutJourney, startCutRun, stopCutRun, type CutRun } from './cut-journey.ts';

test.describe.serial('a linked workspace whose network is cut, in Chromium', () => {
  let run: CutRun;

  test.beforeAll(async ({ browser }) => {
    run = await startCutRun(async (dataDir) => {
      const host = await startHost(dataDir);
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(host.windowUrl);
      return {
        page,
        kill: async () => {
          await host.kill();
          await context.close();
        },
      };
    });
  });
  test.afterAll(() => stopCutRun(run));

  for (const step of cutJourney) test(step.name, () => step.run(run));
});
