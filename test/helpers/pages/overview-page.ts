import type { Locator, Page } from '@playwright/test';
import { waitForView } from '../browser/wait-for-view.ts';

/** The Overview view, addressed by roles and labels. */
export function createOverviewPage(page: Page) {
  const attention = page.getByRole('list', { name: 'Open items' }).getByRole('listitem');
  return {
    /** The heading with the state of the workspace. */
    stateHeading: (text: string): Locator => page.getByRole('heading', { level: 2, name: text, exact: true }),
    firstSteps: page.getByRole('list', { name: 'First steps' }),
    attention,
    attentionItem: (text: string | RegExp): Locator => attention.filter({ hasText: text }),
    processing: page.getByRole('list', { name: 'Documents in processing' }).getByRole('listitem'),
    calls: page.getByRole('list', { name: 'Latest calls' }).getByRole('listitem'),
    requests: page.getByRole('list', { name: 'Open build requests' }).getByRole('listitem'),
    usage: page.getByRole('region', { name: 'Usage' }),
    gauge: page.getByRole('meter', { name: 'Minutes used this cycle' }),
    open: async (): Promise<void> => {
      await page.getByRole('link', { name: 'Overview' }).click();
      await waitForView(page, 'Overview');
    },
  };
}
