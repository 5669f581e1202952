import { test } from '@playwright/test';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { callJourney } from './call-journey.ts';

test.describe.serial('calls, in Chromium', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser);
  });
  test.afterAll(() => window.close());

  for (const { name, run } of callJourney) test(name, () => run(window));
});
