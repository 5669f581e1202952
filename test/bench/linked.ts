import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import type { ViewId } from '../../shared/views.ts';
import { chromiumLaunchOptions } from '../helpers/chromium-launch-options.ts';
import { findFreePort } from '../helpers/find-free-port.ts';
import { prepareCalls } from '../helpers/prepare-calls.ts';
import { startHost, startServe } from '../helpers/start-host.ts';
import { startService, type StartedService } from '../helpers/start-service.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';
import { createTestKeychain } from '../helpers/test-keychain.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { measureView } from './first-rows.ts';

const uploads = 1_000;
const callCount = 10_000;
const pageSize = 200;
/** The outbox sends as many uploads at a time. */
const concurrentUploads = 3;
const viewTargetMs = 200;
const rounds = 5;
const deadRemoteSeconds = 20;

/** The views that show data of the remote. */
const linkedViews: readonly (readonly [id: ViewId, label: string])[] = [
  ['overview', 'Overview'],
  ['calls', 'Calls'],
  ['knowledge', 'Knowledge'],
  ['team', 'Team'],
];

/** Measures linked workspaces against a client that only sends the same requests, and with a remote that cannot be reached. */
export async function bench(): Promise<readonly BenchRow[]> {
  return [await measureUploads(), await measureFirstPull(), ...(await measureViews()), await measureDeadRemote()];
}

type Remote = { readonly base_url: string; readonly org_id: string; readonly api_key: string };

async function startLinkedService(remote: Remote): Promise<StartedService> {
  const started = await startService({ keychain: createTestKeychain(), rateLimitPerMinute: 0 });
  await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Linked', connection: remote } });
  return started;
}

const createText = (number: number) => `Locker ${number} belongs to the night crew. `.repeat(40);

async function measureUploads(): Promise<BenchRow> {
  const bareSeconds = await withStrictRemote(await findFreePort(), async (remote) => {
    const startedAt = performance.now();
    const waiting = Array.from({ length: uploads }, (_, number) => number);
    const sendNext = async () => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
        const form = new FormData();
        form.set('title', `Locker ${number}`);
        form.set('file', new File([createText(number)], `locker-${number}.txt`));
        const url = `${remote.base_url}/knowledge/documents`;
        const response = await fetch(url, {
          method: 'POST',
          headers: { Authorization: `Bearer ${remote.api_key}` },
          body: form,
        });
        if (!response.ok) throw new Error(`The remote returned ${response.status}.`);
        await response.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: concurrentUploads }, sendNext));
    return (performance.now() - startedAt) / 1000;
  });
  // The remote starts when everything waits.
  const port = await findFreePort();
  const started = await startLinkedService(describeStrictRemote(port));
  for (let number = 0; number < uploads; number++) {
    const file = new File([createText(number)], `locker-${number}.txt`);
    await started.v1(v1Routes.uploadDocument, { form: { title: `Locker ${number}`, file } });
  }
  const outboxSeconds = await withStrictRemote(port, async () => {
    const startedAt = performance.now();
    await started.app(appRoutes.syncNow, {});
    await waitUntil(async () => (await started.app(appRoutes.getSyncStatus, {})).status?.waiting === 0);
    return (performance.now() - startedAt) / 1000;
  });
  await started.stop();
  const ratio = bareSeconds / outboxSeconds;
  return {
    name: `${uploads} queued uploads, against a client that only sends them`,
    measured: `${(uploads / outboxSeconds).toFixed(0)} / ${(uploads / bareSeconds).toFixed(0)} per second = ${ratio.toFixed(2)}`,
    target: '≥ 0.7',
    ok: ratio >= 0.7,
  };
}

async function measureFirstPull(): Promise<BenchRow> {
  return withServedCalls(async (remote) => {
    const headers = { Authorization: `Bearer ${remote.api_key}` };
    const pullBare = async () => {
      const startedAt = performance.now();
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? '' : `&cursor=${cursor}`;
        const response = await fetch(`${remote.base_url}/calls?limit=${pageSize}${query}`, { headers });
        cursor = ((await response.json()) as { next_cursor: string | null }).next_cursor; // of this service
      } while (cursor !== null);
      return (performance.now() - startedAt) / 1000;
    };
    await pullBare(); // the first reading fills the caches of the remote
    const bareSeconds = await pullBare();
    const startedAt = performance.now();
    const started = await startLinkedService(remote);
    const countCalls = async () => (await started.app(appRoutes.listCallRecords, { query: { limit: 1 } })).total;
    await waitUntil(async () => (await countCalls()) >= callCount);
    const pullSeconds = (performance.now() - startedAt) / 1000;
    await started.stop();
    const ratio = pullSeconds / bareSeconds;
    return {
      name: `first pull of ${callCount.toLocaleString('en')} calls, against the transfer alone`,
      measured: `${pullSeconds.toFixed(2)} / ${bareSeconds.toFixed(2)} s = ${ratio.toFixed(2)}`,
      target: '≤ 1.5',
      ok: ratio <= 1.5,
    };
  });
}

async function measureViews(): Promise<readonly BenchRow[]> {
  const folder = await createTemporaryFolder();
  const dataDir = `${folder.path}/data`;
  // The calls are mirrored, and then the remote ends.
  await withServedCalls(async (remote) => {
    const started = await startService({ dataDir, keychain: createTestKeychain(), rateLimitPerMinute: 0 });
    await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Linked', connection: remote } });
    await waitUntil(
      async () => (await started.app(appRoutes.listCallRecords, { query: { limit: 1 } })).total >= callCount,
    );
    await started.stop();
  });
  const host = await startHost(dataDir);
  const browser = await chromium.launch(chromiumLaunchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(host.windowUrl);
    await page
      .getByRole('button', { name: /Linked/ })
      .first()
      .click();
    const rows: BenchRow[] = [];
    for (const [id, label] of linkedViews) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await measureView(page, id, label));
      const slowestMs = Math.max(...times);
      rows.push({
        name: `${label} of a linked workspace, remote unreachable: first rows, from the click, slowest of ${rounds}`,
        measured: `${slowestMs.toFixed(0)} ms`,
        target: `< ${viewTargetMs} ms`,
        ok: slowestMs < viewTargetMs,
      });
    }
    return rows;
  } finally {
    await browser.close();
    await host.stop();
    await folder.remove();
  }
}

/** Measures the processor time of a linked workspace whose remote refuses every connection, in percent of one core. */
async function measureDeadRemote(): Promise<BenchRow> {
  const port = await findFreePort();
  const started = await startLinkedService(describeStrictRemote(port));
  await started.v1(v1Routes.uploadDocument, { form: { title: 'Waiting', file: new File(['It waits.'], 'wait.txt') } });
  const before = process.cpuUsage();
  await delay(deadRemoteSeconds * 1000);
  const { user, system } = process.cpuUsage(before);
  await started.stop();
  const percent = (user + system) / 1e4 / deadRemoteSeconds;
  return {
    name: `dead remote: processor time of its linked workspace over ${deadRemoteSeconds} s`,
    measured: `${percent.toFixed(2)} % of one core`,
    target: '< 1 %',
    ok: percent < 1,
  };
}

/** Resolves when the condition holds. It is checked often enough for the figures, and too seldom to slow anything down. */
async function waitUntil(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await delay(25);
}

const strictRemoteModule = new URL('../helpers/strict-remote.ts', import.meta.url).href;

const describeStrictRemote = (port: number): Remote => ({
  base_url: `http://127.0.0.1:${port}/platform/v1`,
  org_id: 'org_remote',
  api_key: 'remote-admin-key-1',
});

/** Runs the strict remote in a process of its own. */
async function withStrictRemote<T>(port: number, run: (remote: Remote) => Promise<T>): Promise<T> {
  const script = `
    const { startStrictRemote } = await import(${JSON.stringify(strictRemoteModule)});
    const { baseUrl, orgId, keys } = await startStrictRemote({ port: ${port}, orgId: 'org_remote' });
    console.log(JSON.stringify({ base_url: baseUrl, org_id: orgId, api_key: keys.admin }));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return await run(JSON.parse(line.toString()) as Remote); // printed by the script
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

/** Serves a workspace with many calls in a process of its own. */
async function withServedCalls<T>(run: (remote: Remote) => Promise<T>): Promise<T> {
  const folder = await createTemporaryFolder();
  await prepareCalls(folder.path, { name: 'Remote', count: callCount });
  const serve = await startServe(folder.path, '--rate-limit', '0');
  try {
    const { base_url, org_id, keys } = serve.line;
    if (!keys) throw new Error('The remote printed no API key.');
    return await run({ base_url, org_id, api_key: keys.admin });
  } finally {
    await serve.stop();
    await folder.remove();
  }
}

if (import.meta.main) printRows(await bench());
