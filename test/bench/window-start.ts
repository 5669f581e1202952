import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from '@playwright/test';
// @ts-expect-error: the setup is plain JavaScript, so that it runs before anything is installed
import { findElectron } from '../../electron/setup/electron-binary.mjs';
import { copyDemoFolder, prepareDemoFolder } from '../helpers/demo-folder.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';

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

type Start = { readonly ms: number; readonly megabytes: number };

/**
 * Starts an empty window and the application on the demo in turns, and compares the times from the launch to the first data,
 * and the working sets of all processes. Both contain the time that Playwright takes to connect. Without an Electron or a
 * display, there are no rows.
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
    const starts: { readonly empty: Start; readonly application: Start }[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const empty = await start(emptyDir, join(folder.path, 'empty-data'), 'Ready');
      starts.push({ empty, application: await start(project, dataDir, 'Latest calls') });
    }
    const times = findMedian(starts.map(({ empty, application }) => application.ms / empty.ms));
    const memory = findMedian(starts.map(({ empty, application }) => application.megabytes / empty.megabytes));
    const list = (of: (start: Start) => number) =>
      starts.map(({ empty, application }) => `${of(application).toFixed(0)}/${of(empty).toFixed(0)}`).join(' ');
    return [
      {
        name: `start to first data against an empty window, median of ${turns}`,
        measured: `${times.toFixed(2)} (${list(({ ms }) => ms)} ms)`,
        target: `≤ ${maxTimeRatio}`,
        ok: times <= maxTimeRatio,
      },
      {
        name: 'working sets with the demo against an empty window',
        measured: `${memory.toFixed(2)} (${list(({ megabytes }) => megabytes)} MB)`,
        target: `≤ ${maxMemoryRatio}`,
        ok: memory <= maxMemoryRatio,
      },
    ];
  } finally {
    await folder.remove();
  }
}

async function start(path: string, dataDir: string, text: string): Promise<Start> {
  const startedAt = performance.now();
  // The keychain of the user is left alone.
  const env = { ...process.env, SWITCHBOARD_KEYCHAIN: 'none' } as Record<string, string>;
  const app = await _electron.launch({ args: [`--user-data-dir=${dataDir}`, path], cwd: path, env });
  await (await app.firstWindow()).getByText(text).first().waitFor();
  const ms = performance.now() - startedAt;
  const kilobytes = await app.evaluate(({ app: running }) =>
    running.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0),
  );
  await app.close();
  return { ms, megabytes: kilobytes / 1024 };
}

function findMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Infinity;
}

if (import.meta.main) printRows(await bench());
