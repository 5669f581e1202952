import { expect, type Page } from '@playwright/test';

/** Requests of a window that are held until the test releases or aborts them. */
export type HeldRequests = {
  /** Returns the number of requests so far. */
  readonly count: () => number;
  /** Resolves when the first request is sent. Rejects if none is, with the default timeout. */
  readonly waitForRequest: () => Promise<void>;
  /** Sends the held requests. Later requests are not held. */
  readonly release: () => void;
  /** Fails the held requests before they reach the service. Later requests are not held. */
  readonly abort: () => void;
};

/** Holds requests with a method and URL before they reach the service. */
export async function holdRequests(page: Page, method: string, url: string): Promise<HeldRequests> {
  const { promise, resolve } = Promise.withResolvers<'send' | 'abort'>();
  let count = 0;
  let hasEnded = false;
  const end = (outcome: 'send' | 'abort') => {
    hasEnded = true;
    resolve(outcome);
  };
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count += 1;
    const isHeld = !hasEnded;
    return isHeld && (await promise) === 'abort' ? route.abort('connectionreset') : route.fallback();
  });
  return {
    count: () => count,
    waitForRequest: () => expect.poll(() => count, { message: `no ${method} ${url} was sent` }).toBeGreaterThan(0),
    release: () => end('send'),
    abort: () => end('abort'),
  };
}
