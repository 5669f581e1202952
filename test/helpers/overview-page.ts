import type { Locator, Page } from '@playwright/test';
import { waitForView } from './wait-for-view.ts';

/** The overview as a person meets it: by the names of its parts. */
export function createOverviewPage(page: Page) {
  const attention = page.getByRole('list', { name: 'What needs attention' }).getByRole('listitem');
  return {
    /** How the workspace stands, in a sentence. */
    stateHeading: (sentence: string | RegExp): Locator => page.getByRole('heading', { level: 2, name: sentence }),
    firstSteps: page.getByRole('list', { name: 'First steps' }),
    attention,
    attentionItem: (text: string | RegExp): Locator => attention.filter({ hasText: text }),
    processing: page.getByRole('list', { name: 'Documents being read' }).getByRole('listitem'),
    calls: page.getByRole('list', { name: 'Latest calls' }).getByRole('listitem'),
    requests: page.getByRole('list', { name: 'Open requests' }).getByRole('listitem'),
    usage: page.getByRole('region', { name: 'Usage' }),
    gauge: page.getByRole('meter', { name: 'Minutes used this cycle' }),
    open: async (): Promise<void> => {
      await page.getByRole('link', { name: 'Overview' }).click();
      await waitForView(page, 'Overview');
    },
  };
}
