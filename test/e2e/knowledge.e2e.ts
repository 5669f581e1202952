import { test } from '@playwright/test';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { badFilesJourney } from './bad-files-journey.ts';
import { knowledgeJourney } from './knowledge-journey.ts';

test.describe.serial('knowledge, in Chromium', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser);
  });
  test.afterAll(() => window.close());

  for (const { name, run } of [...knowledgeJourney, ...badFilesJourney]) test(name, () => run(window));
});
