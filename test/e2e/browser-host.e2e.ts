import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { startHost, type RunningHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let host: RunningHost;

test.beforeEach(async () => {
  folder = await createTemporaryFolder();
  host = await startHost(folder.path);
});

test.afterEach(async () => {
  await host.stop();
  await folder.remove();
});

test('prints the data folder in the terminal', async () => {
  await expect.poll(() => host.errors()).toContain(`Data folder: ${folder.path}.`);
});

test('opens one window from the printed URL, without a cookie, and removes the token from the address', async ({
  page,
  context,
}) => {
  // Blocked resources and warnings of development builds would appear in the console.
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(host.windowUrl);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/(#.*)?$/);
  expect(await context.cookies()).toEqual([]);
  expect(messages).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  const second = await context.newPage();
  await second.goto(host.origin);
  await expect(second.getByRole('button', { name: 'Try the demo' }), 'another tab').toBeVisible();
});

test('shows all text in the shipped font, from the first frame, and loads other scripts when they are used', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('#root > *')) return;
      const loaded = [...document.fonts].filter(({ status }) => status === 'loaded').length;
      document.documentElement.dataset['fontsAtFirstFrame'] = String(loaded);
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(host.windowUrl);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-fonts-at-first-frame', '1');
  const families = await page.evaluate(() =>
    [...document.querySelectorAll('#root, #root button, #root h1')].map((node) => getComputedStyle(node).fontFamily),
  );
  expect(families.length).toBeGreaterThan(3);
  for (const family of families) expect(family).toMatch(/^"Inter Variable"/);
  const scripts = await page.evaluate(() =>
    Promise.all(
      ['Č', 'Ж', 'Ω', 'ế'].map(async (text) =>
        (await document.fonts.load("1em 'Inter Variable'", text)).map(({ status }) => status),
      ),
    ),
  );
  expect(scripts).toEqual([['loaded'], ['loaded'], ['loaded'], ['loaded']]);
});

test('opens a window from the file in the data folder, which only this user can read', async ({ page, browser }) => {
  const file = join(folder.path, 'open-window.html');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  const other = await browser.newContext();
  const window = await other.newPage();
  await window.goto(pathToFileURL(file).href);
  await expect(window.getByRole('button', { name: 'Try the demo' }), 'another browser').toBeVisible();
  await other.close();
});

test('explains how to sign in to a browser without the token, and returns no data', async ({ page, browser }) => {
  await page.goto(host.origin);
  await expect(page.getByText('This browser is not signed in')).toBeVisible();
  expect(await page.evaluate(async () => (await fetch('/app/session')).status)).toBe(401);
  const first = await browser.newPage();
  await first.goto(host.windowUrl);
  await expect(first.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await first.close();
  await page.goto(host.windowUrl);
  await expect(page.getByText('This browser is not signed in'), 'a used URL').toBeVisible();
});

test('gives a server on another port nothing that it could act with', async ({ page, context }) => {
  await page.goto(host.windowUrl);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  const received: IncomingHttpHeaders[] = [];
  const attacker = createServer((incoming, outgoing) => {
    received.push(incoming.headers);
    outgoing.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Another program</title>');
  }).listen(0, '127.0.0.1');
  await once(attacker, 'listening');
  const { port } = attacker.address() as AddressInfo; // a TCP server always has this type
  const other = await context.newPage();
  await other.goto(`http://127.0.0.1:${port}/`);
  const json = JSON.stringify({ kind: 'local', name: 'Taken over', industry: '', email: '' });
  const results = await other.evaluate(actFromPage, { origin: host.origin, json });
  expect(results).toEqual({ read: 'failed', opaque: 'failed', write: 'failed', stored: 0, answer: null });
  // What the browser sent to the other server, sent by that server to the service.
  for (const { host: _, ...headers } of received) {
    const replayed = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const init = { method: 'POST', body: json, headers: [...replayed, ['Content-Type', 'application/json']] };
    expect((await fetch(`${host.origin}/app/workspaces`, init as RequestInit)).status).toBe(401); // pairs of strings
  }
  await page.reload();
  await expect(page.getByText('Taken over')).toHaveCount(0);
  await new Promise((resolve) => attacker.close(resolve));
});

/** Runs in a page of another port: reads and writes with all that the browser sends by itself, and asks the other tabs. */
async function actFromPage({ origin, json }: { readonly origin: string; readonly json: string }) {
  const attempt = (path: string, init: RequestInit) =>
    fetch(origin + path, { credentials: 'include', ...init }).then(
      (response) => response.type,
      () => 'failed',
    );
  const channel = new BroadcastChannel('switchboard.session');
  const answer = new Promise<unknown>((resolve) => {
    channel.addEventListener('message', ({ data }) => resolve(data));
    setTimeout(() => resolve(null), 500);
  });
  channel.postMessage('ask');
  return {
    read: await attempt('/app/session', {}),
    opaque: await attempt('/app/events', { mode: 'no-cors' }),
    write: await attempt('/app/workspaces', { method: 'POST', mode: 'no-cors', body: json }),
    stored: sessionStorage.length + localStorage.length,
    answer: await answer,
  };
}
