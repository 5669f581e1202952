import { test } from '@playwright/test';
import { openDemoOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInElectron, type OpenWindow } from '../helpers/open-window.ts';
import { callJourney } from './call-journey.ts';

test.describe.serial('calls, in Electron', () => {
  let window: OpenWindow;

  test.beforeAll(async () => {
    window = await openInElectron();
    await openDemoOnFirstRun(window.page);
  });
  test.afterAll(() => window.close());

  for (const { name, run } of callJourney) test(name, () => run(window));
});
