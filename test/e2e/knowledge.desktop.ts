import { test } from '@playwright/test';
import { openInElectron, type OpenWindow } from '../helpers/open-window.ts';
import { badFilesJourney } from './bad-files-journey.ts';
import { knowledgeJourney } from './knowledge-journey.ts';

test.describe.serial('knowledge, in Electron', () => {
  let window: OpenWindow;

  test.beforeAll(async () => {
    window = await openInElectron();
  });
  test.afterAll(() => window.close());

  for (const { name, run } of [...knowledgeJourney, ...badFilesJourney]) test(name, () => run(window));
});
