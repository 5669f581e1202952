import type { Page } from '@playwright/test';

/** Lets the next request to an address through to the service and loses its answer, once `until` is over. */
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
