import { chromium, type Page } from '@playwright/test';
import { views, type ViewId } from '../../shared/window/views.ts';
import { chromiumLaunchOptions } from '../helpers/browser/chromium-launch-options.ts';
import { prepareLargeWorkspace } from '../helpers/data/prepare-large-workspace.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';

const years = 10;
const calls = 100_000;
const targetMs = 200;
const rounds = 5;

/** A selector for the first row of each view. */
const firstRows: Readonly<Record<ViewId, string>> = {
  overview: 'ul[aria-label="Latest calls"] a',
  calls: 'table[aria-label="Calls"] tr[data-row="0"]:not([aria-busy="true"]) th button',
  insights: 'section:has([role="slider"]) svg rect',
  knowledge: 'table[aria-label="Documents"] tr[data-row="0"] th button',
  agents: 'table[aria-label="Requests"] tr[data-row="0"] th button',
  billing: 'table[aria-label="Invoices"] tr[data-row="0"] th button',
  team: 'table[aria-label="Members"] tr[data-row="0"] th',
  keys: 'table[aria-label="API keys"] tr[data-row="0"] th button',
  activity: 'table[aria-label="Activity"] tr[data-row="0"]:not([aria-busy="true"]) th',
  settings: 'table[aria-label="Storage used"] tbody tr',
};

/** Measures how long each view needs for its first rows, without cached data, in a workspace of ten years with 100,000 calls. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = await createTemporaryFolder();
  const dataDir = `${folder.path}/data`;
  await prepareLargeWorkspace(dataDir, { years, callCount: calls, activityCount: calls, recordsPerKind: 300 });
  const host = await startHost(dataDir);
  const browser = await chromium.launch(chromiumLaunchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(host.windowUrl);
    await page.locator('#root > *').first().waitFor({ state: 'attached' }); // signed in
    return await measureViews(page, `with ${years} years and ${calls.toLocaleString('en')} calls`);
  } finally {
    await browser.close();
    await host.stop();
    await folder.remove();
  }
}

/** Measures each view in several new windows. `situation` completes its name in the rows. */
export async function measureViews(page: Page, situation: string): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { id, label } of views) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++)
      times.push(await measureView(page, id, { selector: firstRows[id], count: 1 }));
    const slowestMs = Math.max(...times);
    rows.push({
      name: `${label} ${situation}: first rows, from the click, slowest of ${rounds}`,
      measured: `${slowestMs.toFixed(0)} ms`,
      target: `< ${targetMs} ms`,
      ok: slowestMs < targetMs,
    });
  }
  return rows;
}

/** The elements that a measurement waits for. */
export type AwaitedElements = { readonly selector: string; readonly count: number };

/** Opens a view from another view in a new window. Returns the milliseconds from the click to the frame with the elements. */
export async function measureView(page: Page, id: ViewId, awaited: AwaitedElements): Promise<number> {
  const label = views.find((view) => view.id === id)?.label ?? '';
  const other = views.find((view) => view.id === (id === 'team' ? 'keys' : 'team')) ?? views[0];
  await page.goto('about:blank');
  await page.goBack();
  await page.getByRole('link', { name: other.label, exact: true }).click();
  await page.locator(firstRows[other.id]).first().waitFor();
  // The window preloads the scripts of a view on hover, which always precedes a click.
  await page.getByRole('link', { name: label, exact: true }).hover();
  return page.evaluate(
    ([name, { selector, count }]) =>
      new Promise<number>((resolve, reject) => {
        const links = document.querySelectorAll<HTMLElement>('nav a');
        const startedAt = performance.now();
        const checkFrame = () => {
          const tookMs = performance.now() - startedAt;
          if (document.querySelectorAll(selector).length >= count) resolve(tookMs);
          else if (tookMs > 10_000) reject(new Error(`${name} shows no rows.`));
          else requestAnimationFrame(checkFrame);
        };
        [...links].find(({ textContent }) => textContent === name)?.click();
        checkFrame();
      }),
    [label, awaited] as const,
  );
}

if (import.meta.main) printRows(await bench());
