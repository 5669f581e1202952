import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication } from '@playwright/test';
// @ts-expect-error: the setup is plain JavaScript, so that it runs before anything is installed
import { findElectron } from '../../electron/setup/electron-binary.mjs';
import { lastOverviewId, replacedMark } from '../../shared/window/bridge.ts';
import { copyDemoFolder, prepareDemoFolder } from '../helpers/data/demo-folder.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';

const turns = 7;
const maxTimeRatio = 1.5;
const maxMemoryRatio = 1.2;

const project = fileURLToPath(new URL('../..', import.meta.url));

/** An application that only opens a window of the same size. */
const emptyApp = `
  const { app, BrowserWindow } = require('electron');
  app.whenReady().then(() => {
    const window = new BrowserWindow({ width: 1240, height: 800, show: false });
    window.once('ready-to-show', () => window.show());
    window.loadURL('data:text/html,<p>Ready');
  });
`;

/** Within half a minute after the start, V8 returns the memory that it does not need any more. */
const restMs = 40_000;

/**
 * Starts an empty window and the application on the demo in turns, and compares the times from the launch to the first data, and
 * to the current data that replaces it. Both contain the time that Playwright takes to connect. Then compares the working sets of
 * all processes at rest. Without an Electron or a display, there are no rows.
 */
export async function bench(): Promise<readonly BenchRow[]> {
  const hasDisplay = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (!findElectron() || !hasDisplay) return [];
  prepareDemoFolder();
  const folder = await createTemporaryFolder();
  try {
    const emptyDir = join(folder.path, 'empty');
    mkdirSync(emptyDir);
    writeFileSync(join(emptyDir, 'package.json'), '{ "name": "empty", "main": "main.js" }');
    writeFileSync(join(emptyDir, 'main.js'), emptyApp);
    const dataDir = join(folder.path, 'data');
    copyDemoFolder(dataDir);
    const emptyWindow = { path: emptyDir, dataDir: join(folder.path, 'empty-data'), text: 'Ready' };
    const application = { path: project, dataDir, text: 'Latest calls' };
    await measureStart(application); // keeps the overview for the next start
    const starts: { readonly empty: Start; readonly application: Start }[] = [];
    for (let turn = 0; turn < turns; turn++)
      starts.push({ empty: await measureStart(emptyWindow), application: await measureStart(application) });
    const ratio = findMedian(starts.map((start) => start.application.firstMs / start.empty.firstMs));
    const currentRatio = findMedian(starts.map((start) => start.application.currentMs / start.empty.firstMs));
    const list = starts.map(({ empty, application: { firstMs, currentMs } }) =>
      [firstMs, currentMs, empty.firstMs].map((ms) => ms.toFixed(0)).join('/'),
    );
    const [emptyMegabytes, megabytes] = [await measureAtRest(emptyWindow), await measureAtRest(application)];
    const memory = megabytes / emptyMegabytes;
    return [
      {
        name: `start to first data against an empty window, median of ${turns}`,
        measured: `${ratio.toFixed(2)}, current data ${currentRatio.toFixed(2)} (${list.join(' ')} ms)`,
        target: `≤ ${maxTimeRatio}`,
        ok: ratio <= maxTimeRatio,
      },
      {
        name: 'working sets at rest with the demo against an empty window',
        measured: `${memory.toFixed(2)} (${megabytes.toFixed(0)}/${emptyMegabytes.toFixed(0)} MB)`,
        target: `≤ ${maxMemoryRatio}`,
        ok: memory <= maxMemoryRatio,
      },
    ];
  } finally {
    await folder.remove();
  }
}

/** An application, its data folder, and a text that it shows when it is ready. */
type Window = { readonly path: string; readonly dataDir: string; readonly text: string };

/** The times from the launch to the first data, and to the current data. */
type Start = { readonly firstMs: number; readonly currentMs: number };

async function measureStart(window: Window): Promise<Start> {
  const startedAt = performance.now();
  const app = await open(window);
  const firstMs = performance.now() - startedAt;
  const page = await app.firstWindow();
  await page.locator(`#${lastOverviewId}`).waitFor({ state: 'detached' });
  const replacedAt = await page.evaluate((name) => {
    const [mark] = performance.getEntriesByName(name);
    return mark && performance.timeOrigin + mark.startTime;
  }, replacedMark);
  await app.close();
  return { firstMs, currentMs: replacedAt === undefined ? firstMs : replacedAt - performance.timeOrigin - startedAt };
}

/** Returns the sum of the working sets of all processes in MB. */
async function measureAtRest(window: Window): Promise<number> {
  const app = await open(window);
  await setTimeout(restMs);
  const kilobytes = await app.evaluate(({ app: running }) =>
    running.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0),
  );
  await app.close();
  return kilobytes / 1024;
}

async function open({ path, dataDir, text }: Window): Promise<ElectronApplication> {
  // The keychain of the user is left alone.
  const env = { ...process.env, SWITCHBOARD_KEYCHAIN: 'none' } as Record<string, string>;
  const app = await _electron.launch({ args: [`--user-data-dir=${dataDir}`, path], cwd: path, env });
  await (await app.firstWindow()).getByText(text).first().waitFor();
  return app;
}

if (import.meta.main) printRows(await bench());
