import type { Page } from '@playwright/test';
import { windowSecretHeader } from '../../../shared/window/window-session.ts';

/** Where the window of the browser host keeps its secret. Electron's window has none. */
const storageKey = 'switchboard.session';

/** Returns the headers that identify the window of a page. */
export async function readWindowHeaders(page: Page): Promise<Readonly<Record<string, string>>> {
  const secret = await page.evaluate((key) => sessionStorage.getItem(key), storageKey);
  return secret === null ? {} : { [windowSecretHeader]: secret };
}

type RequestOptions = { readonly method?: string; readonly json?: unknown };

/** Sends a request from the page as its window does, and returns the JSON of the response. Throws the text of an error. */
export async function fetchAsWindow<Body>(page: Page, path: string, options: RequestOptions = {}): Promise<Body> {
  const { json, method = json === undefined ? 'GET' : 'POST' } = options;
  const headers = {
    ...(await readWindowHeaders(page)),
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
  };
  const body = json === undefined ? null : JSON.stringify(json);
  return page.evaluate(
    async ({ to, init }) => {
      const response = await fetch(to, init);
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
    { to: path, init: { method, headers, body } },
  );
}
