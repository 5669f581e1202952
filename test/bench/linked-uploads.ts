import { maxRunningUploads } from '../../electron/service/features/outbox/outbox-dispatcher.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';
import { reserveStrictRemote, startLinkedTo, waitUntil, withStrictRemote, type Remote } from './linked-remote.ts';

const uploads = 1_000;
const rounds = 3;
const least = 0.7;

/**
 * Compares the outbox with a client that only sends the same files from memory, as many at a time, over connections that it keeps open, and stores
 * nothing. The remote runs in a process of its own and answers at once. The rounds alternate; the median counts.
 */
export async function bench(): Promise<readonly BenchRow[]> {
  const ratios: number[] = [];
  const speeds: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const bareSeconds = await measureBareClient();
    const outboxSeconds = await measureOutbox();
    ratios.push(bareSeconds / outboxSeconds);
    speeds.push(`${(uploads / outboxSeconds).toFixed(0)}/${(uploads / bareSeconds).toFixed(0)}`);
  }
  const median = findMedian(ratios);
  return [
    {
      name: `${uploads.toLocaleString('en')} queued uploads of 2 kB, against a client that only sends them`,
      measured: `${median.toFixed(2)}, median of ${rounds} (${speeds.join(', ')} per second)`,
      target: `≥ ${least}`,
      ok: median >= least,
    },
  ];
}

const createFile = (number: number) => ({
  title: `Locker ${number}`,
  file: new File([`Locker ${number} belongs to the night crew. `.repeat(50)], `locker-${number}.txt`),
});

async function measureBareClient(): Promise<number> {
  const remote = await reserveStrictRemote();
  return withStrictRemote(remote, async () => {
    const numbers = Array.from({ length: uploads }, (_, number) => number).values();
    const sendNext = async () => {
      for (const number of numbers) await sendFile(remote, number);
    };
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: maxRunningUploads }, sendNext));
    return (performance.now() - startedAt) / 1000;
  });
}

async function sendFile({ base_url, api_key }: Remote, number: number): Promise<void> {
  const { title, file } = createFile(number);
  const body = new FormData();
  body.set('title', title);
  body.set('file', file);
  const headers = { Authorization: `Bearer ${api_key}` };
  const response = await fetch(`${base_url}/knowledge/documents`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The remote returned ${response.status}.`);
  await response.arrayBuffer();
}

async function measureOutbox(): Promise<number> {
  const remote = await reserveStrictRemote();
  const started = await startLinkedTo(remote);
  for (let number = 0; number < uploads; number++)
    await started.v1(v1Routes.uploadDocument, { form: createFile(number) });
  // The remote starts when everything waits.
  const seconds = await withStrictRemote(remote, async () => {
    const startedAt = performance.now();
    await started.app(appRoutes.syncNow, {});
    await waitUntil(async () => (await started.app(appRoutes.getSyncStatus, {})).status?.waiting === 0);
    return (performance.now() - startedAt) / 1000;
  });
  await started.stop();
  return seconds;
}

if (import.meta.main) printRows(await bench());
