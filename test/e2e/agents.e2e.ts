import { test } from '@playwright/test';
import { openInBrowser, type OpenWindow } from '../helpers/open-window.ts';
import { agentsJourney } from './agents-journey.ts';

test.describe.serial('agents, in Chromium', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser);
  });
  test.afterAll(() => window.close());

  for (const { name, run } of agentsJourney) test(name, () => run(window));
});
