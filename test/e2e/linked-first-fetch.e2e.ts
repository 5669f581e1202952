import { expect, test } from '@playwright/test';
import { appRoutes, routeTreePaths } from '../../shared/contract/contract.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { startJsonRemote } from '../helpers/remote/start-json-remote.ts';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';

const pageCount = 3;
const callsPerPage = 50;

/** Answers each request after 300 ms, and the pages of its calls not before they are released. */
async function startSlowRemote() {
  const remote = await startJsonRemote({ delayMs: 300 });
  const pages = Array.from({ length: pageCount }, () => Promise.withResolvers<void>());
  remote.answers.set(`GET /organizations/${remote.orgId}`, { id: remote.orgId, name: 'Harbour' });
  remote.answers.set('GET /calls', async ({ searchParams }: URL) => {
    const number = Number(searchParams.get('cursor') ?? 0);
    if (Number(searchParams.get('limit')) > 1) await pages[number]?.promise; // the check of the connection asks for one call
    const data = Array.from({ length: callsPerPage }, (_, index) => ({
      call_id: `call-${number * callsPerPage + index}`,
      status: 'no_answer',
    }));
    return { data, next_cursor: number + 1 < pageCount ? String(number + 1) : null };
  });
  return { ...remote, release: (number: number) => pages[number]?.resolve() };
}

test.describe('a workspace that is linked to a slow remote', () => {
  let remote: Awaited<ReturnType<typeof startSlowRemote>>;
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    remote = await startSlowRemote();
    window = await openInBrowser(browser);
  });
  test.afterAll(async () => {
    await window?.close();
    await remote?.close();
  });

  test('shows the calls page by page while they are fetched for the first time', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    const total = page.getByRole('main').getByRole('status');
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    const connection = { base_url: remote.baseUrl, org_id: remote.orgId, api_key: remote.apiKey };
    await fetchAsWindow(page, `${routeTreePaths.app}${appRoutes.createWorkspace.path}`, {
      json: { kind: 'linked', name: 'Harbour', connection },
    });
    await page.reload();
    await calls.open();
    await expect(page.getByRole('heading', { name: 'Fetching calls …' })).toBeVisible();
    await expect(page.getByText('No calls yet')).toHaveCount(0);

    remote.release(0);
    await expect(calls.row(0)).toBeVisible();
    await expect(total.filter({ hasText: '50 calls · Fetching …' })).toBeVisible();
    remote.release(1);
    await expect(total.filter({ hasText: '100 calls · Fetching …' })).toBeVisible();
    remote.release(2);
    await expect(total.filter({ hasText: /^150 calls$/ })).toBeVisible();
  });
});
