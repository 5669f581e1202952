import { test } from '@playwright/test';
import { launchDesktop } from '../helpers/desktop/launch-desktop.ts';
import { runsAllCases } from '../helpers/processes/runs-all-cases.ts';
import { cutJourney, startCutRun, stopCutRun, type CutRun } from './cut-journey.ts';

// Each commit runs the same steps in Chromium.
test.skip(!runsAllCases, 'requires `npm test -- conformance`');

test.describe.serial('a linked workspace whose network is cut, in Electron', () => {
  let run: CutRun;

  test.beforeAll(async () => {
    run = await startCutRun(async (dataDir) => {
      const { app, page } = await launchDesktop(dataDir);
      return {
        page,
        kill: async () => {
          const child = app.process();
          const closed = app.waitForEvent('close');
          child.kill('SIGKILL');
          await closed;
        },
      };
    });
  });
  test.afterAll(() => stopCutRun(run));

  for (const step of cutJourney) test(step.name, () => step.run(run));
});
