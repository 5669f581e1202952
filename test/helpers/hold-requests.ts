import type { Page } from '@playwright/test';

/** What a window asks for, held back until it is let go. */
export type HeldRequests = {
  /** How often it was asked for. */
  readonly count: () => number;
  /** Lets it through; what is asked for after it is not held. */
  readonly release: () => void;
  /** Loses it, so that it never comes to the service; what is asked for after it is not held. */
  readonly abort: () => void;
};

/** Holds back the requests of one method to an address, before the service has them. */
export async function holdRequests(page: Page, method: string, url: string): Promise<HeldRequests> {
  const { promise, resolve } = Promise.withResolvers<'go' | 'lose'>();
  let count = 0;
  let isOver = false;
  const end = (outcome: 'go' | 'lose') => {
    isOver = true;
    resolve(outcome);
  };
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count += 1;
    const isHeld = !isOver;
    return isHeld && (await promise) === 'lose' ? route.abort('connectionreset') : route.fallback();
  });
  return { count: () => count, release: () => end('go'), abort: () => end('lose') };
}
