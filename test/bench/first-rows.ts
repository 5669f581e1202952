import { chromium, type Page } from '@playwright/test';
import { views, type ViewId } from '../../shared/views.ts';
import { chromiumLaunchOptions } from '../helpers/chromium-launch-options.ts';
import { prepareLargeWorkspace } from '../helpers/prepare-large-workspace.ts';
import { startHost } from '../helpers/start-host.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';

const years = 10;
const calls = 100_000;
const targetMs = 200;
const rounds = 5;

/** What stands in each room once its first rows do. */
const firstRows: Readonly<Record<ViewId, string>> = {
  overview: 'ul[aria-label="Latest calls"] a',
  calls: 'table[aria-label="Calls"] tr[data-row="0"]:not([aria-busy="true"]) th button',
  knowledge: 'table[aria-label="Documents"] tr[data-row="0"] th button',
  agents: 'table[aria-label="Requests"] tr[data-row="0"] th button',
  billing: 'table[aria-label="Invoices"] tr[data-row="0"] th button',
  team: 'table[aria-label="Members"] tr[data-row="0"] th',
  keys: 'table[aria-label="API keys"] tr[data-row="0"] th button',
  activity: 'table[aria-label="Activity"] tr[data-row="0"]:not([aria-busy="true"]) th',
  settings: 'table[aria-label="Storage used"] tbody tr',
};

/** A workspace of ten years with 100,000 calls: how soon each room shows its first rows, with nothing kept from before. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = await createTemporaryFolder();
  const dataDir = `${folder.path}/data`;
  await prepareLargeWorkspace(dataDir, { years, callCount: calls, activityCount: calls, recordsPerKind: 300 });
  const host = await startHost(dataDir);
  const browser = await chromium.launch(chromiumLaunchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(host.windowUrl);
    const rows: BenchRow[] = [];
    for (const { id, label } of views) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await measureRoom(page, id, label));
      const slowestMs = Math.max(...times);
      rows.push({
        name: `${label} with ${years} years and ${calls.toLocaleString('en')} calls: first rows, from the click, the slowest of ${rounds}`,
        measured: `${slowestMs.toFixed(0)} ms`,
        target: `< ${targetMs} ms`,
        ok: slowestMs < targetMs,
      });
    }
    return rows;
  } finally {
    await browser.close();
    await host.stop();
    await folder.remove();
  }
}

/** Comes from another room, in a window that was just opened; gives milliseconds to the frame in which the rows stand. */
async function measureRoom(page: Page, id: ViewId, label: string): Promise<number> {
  const other = views.find((room) => room.id === (id === 'team' ? 'keys' : 'team')) ?? views[0];
  await page.goto('about:blank');
  await page.goBack();
  await page.getByRole('link', { name: other.label, exact: true }).click();
  await page.locator(firstRows[other.id]).first().waitFor();
  // Scripts of the rooms are preloaded on hovering, which a click is never without.
  await page.getByRole('link', { name: label, exact: true }).hover();
  return page.evaluate(
    ([name, selector]) =>
      new Promise<number>((resolve, reject) => {
        const links = document.querySelectorAll<HTMLElement>('nav a');
        const startedAt = performance.now();
        const look = () => {
          const tookMs = performance.now() - startedAt;
          if (document.querySelector(selector)) resolve(tookMs);
          else if (tookMs > 10_000) reject(new Error(`${name} shows no rows.`));
          else requestAnimationFrame(look);
        };
        [...links].find(({ textContent }) => textContent === name)?.click();
        look();
      }),
    [label, firstRows[id]] as const,
  );
}

if (import.meta.main) printRows(await bench());
