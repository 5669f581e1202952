import { chromium, type Page } from '@playwright/test';
import type { ViewId } from '../../shared/window/views.ts';
import { chromiumLaunchOptions } from '../helpers/browser/chromium-launch-options.ts';
import { prepareLargeWorkspace } from '../helpers/data/prepare-large-workspace.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { measureView, type AwaitedElements } from './first-rows.ts';

const days = 90;
const calls = 100_000;
const targetMs = 200;
const rounds = 5;

const measurements: readonly { readonly id: ViewId; readonly name: string; readonly awaited: AwaitedElements }[] = [
  {
    id: 'overview',
    name: 'key figures of the overview',
    awaited: { selector: '[aria-label="Key figures"] a', count: 6 },
  },
  {
    id: 'insights',
    name: 'key figures and every chart of the insights',
    awaited: { selector: '[role="slider"] svg:has(rect[data-series])', count: 7 },
  },
];

/** Measures how long the figures and the charts need, without cached data in the window, if all calls are in the shown period. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = await createTemporaryFolder();
  const dataDir = `${folder.path}/data`;
  await prepareLargeWorkspace(dataDir, {
    years: (days - 1) / 365,
    callCount: calls,
    turnsPerCall: 1,
    activityCount: 0,
    recordsPerKind: 30,
  });
  const host = await startHost(dataDir);
  const browser = await chromium.launch(chromiumLaunchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(host.windowUrl);
    await page.locator('#root > *').first().waitFor({ state: 'attached' }); // signed in
    await page.evaluate((range) => localStorage.setItem('switchboard.insight-range', range), String(days));
    await page.reload();
    return await measureAll(page);
  } finally {
    await browser.close();
    await host.stop();
    await folder.remove();
  }
}

async function measureAll(page: Page): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { id, name, awaited } of measurements) {
    await measureView(page, id, awaited); // the service reads the calls from the disk
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await measureView(page, id, awaited));
    const slowestMs = Math.max(...times);
    rows.push({
      name: `${name} of ${days} days with ${calls.toLocaleString('en')} calls, warm, from the click, slowest of ${rounds}`,
      measured: `${slowestMs.toFixed(0)} ms`,
      target: `< ${targetMs} ms`,
      ok: slowestMs < targetMs,
    });
  }
  return rows;
}

if (import.meta.main) printRows(await bench());
