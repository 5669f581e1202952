import type { Page } from '@playwright/test';

/** Forwards the next request for a URL to the service and drops its response, after `until` has resolved. */
export async function dropResponse(page: Page, url: string, until: Promise<void> = Promise.resolve()): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch();
      await until;
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}
