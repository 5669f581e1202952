import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { WorkerClient, type WorkerClientOptions } from '../../../electron/service/platform/workers/worker-client.ts';
import type { EchoProtocol } from './echo-worker.ts';

let clients: WorkerClient<EchoProtocol>[] = [];

function openClient(options: Partial<WorkerClientOptions> = {}) {
  const workers: Worker[] = [];
  const startWorker = () => {
    const worker = new Worker(new URL('./echo-worker.ts', import.meta.url));
    workers.push(worker);
    return worker;
  };
  const client = new WorkerClient<EchoProtocol>({ label: 'echo worker', startWorker, ...options });
  clients.push(client);
  return { client, workers };
}

/** Sends requests while the worker is blocked, so that all of them wait in its queue. */
async function queueRequests<Result>(client: WorkerClient<EchoProtocol>, send: () => readonly Promise<Result>[]) {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const blocked = client.request('block', flag, { priority: 'interactive' });
  const replies = send();
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  await Promise.all([blocked, ...replies]);
}

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close(new Error('The test has ended.'))));
  clients = [];
});

test('each request gets its own reply', async () => {
  const { client, workers } = openClient();
  expect(workers).toHaveLength(0);
  expect(await Promise.all(['a', 'b', 'c'].map((text) => client.request('echo', text)))).toEqual(['a', 'b', 'c']);
  expect(workers).toHaveLength(1);
});

test('a failed request rejects with the error of the worker, and the next one succeeds', async () => {
  const { client } = openClient();
  const failure = { name: 'RangeError', message: 'No space.', code: 'ENOSPC' };
  await expect(client.request('fail', failure)).rejects.toMatchObject(failure);
  expect(await client.request('echo', 'next')).toBe('next');
});

test('each request reports its own progress until its reply', async () => {
  const { client } = openClient();
  const reported: string[] = [];
  const request = (name: string, steps: number) =>
    client.request('report', steps, { lane: name, onProgress: (step) => reported.push(`${name} ${step}`) });
  expect(await Promise.all([request('a', 3), request('b', 2), client.request('report', 2)])).toEqual([3, 2, 2]);
  expect(reported.toSorted()).toEqual(['a 1', 'a 2', 'b 1']);
});

test('an interactive request runs before batch requests', async () => {
  const { client } = openClient();
  const finished: string[] = [];
  await queueRequests(client, () => [
    client.request('count', 100).then(() => finished.push('long')),
    client.request('echo', 'batch').then(() => finished.push('batch')),
    client.request('echo', 'question', { priority: 'interactive' }).then(() => finished.push('interactive')),
  ]);
  expect(finished).toEqual(['interactive', 'long', 'batch']);
});

test('an interactive request interrupts a batch request between two steps', async () => {
  const { client } = openClient();
  const controller = new AbortController();
  const endless = client.request('count', Infinity, { signal: controller.signal });
  expect(await client.request('echo', 'question', { priority: 'interactive' })).toBe('question');
  controller.abort(new Error('Enough.'));
  await expect(endless).rejects.toThrow('Enough.');
});

test('lanes take turns, and requests of one lane run in their order', async () => {
  const { client } = openClient();
  const finished: string[] = [];
  const request = (lane: string, text: string) =>
    client.request('echo', text, { lane }).then((echo) => finished.push(echo));
  await queueRequests(client, () => [
    request('a', 'a1'),
    request('a', 'a2'),
    request('a', 'a3'),
    request('b', 'b1'),
    request('b', 'b2'),
  ]);
  expect(finished).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('a canceled request rejects with the reason of its signal and stops in the worker', async () => {
  const { client } = openClient();
  const controller = new AbortController();
  const endless = client.request('count', Infinity, { signal: controller.signal });
  controller.abort(new Error('The document was deleted.'));
  await expect(endless).rejects.toThrow('The document was deleted.');
  expect(await client.request('echo', 'next')).toBe('next');
  await expect(client.request('echo', 'late', { signal: controller.signal })).rejects.toThrow(
    'The document was deleted.',
  );
});

test('buffers are moved in both directions', async () => {
  const { client } = openClient();
  const values = Float32Array.of(1, 2);
  const doubled = client.request('double', values, { transfer: [values.buffer] });
  expect(values).toHaveLength(0);
  expect(await doubled).toEqual(Float32Array.of(2, 4));
});

test('a request that cannot be sent rejects, and does not stay pending', async () => {
  const { client, workers } = openClient({ idleTimeoutMs: 1 });
  const values = Float32Array.of(1);
  structuredClone(values, { transfer: [values.buffer] });
  await expect(client.request('double', values, { transfer: [values.buffer] })).rejects.toThrow('Cannot transfer');
  await client.request('echo', 'last');
  await once(workers[0] as Worker, 'exit');
});

test('a crash rejects all pending requests, and the next request starts another worker', async () => {
  const crashes: Error[] = [];
  const { client, workers } = openClient({ onCrash: (error) => crashes.push(error) });
  const results = await Promise.allSettled([client.request('exit', 3), client.request('echo', 'waiting')]);
  for (const result of results) {
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { message: 'The echo worker stopped.', cause: { message: 'The worker exited with code 3.' } },
    });
  }
  expect(crashes).toHaveLength(1);
  expect(await client.request('echo', 'next')).toBe('next');
  expect(workers).toHaveLength(2);
});

test('an error in a request without a reply is a crash', async () => {
  const crashed = Promise.withResolvers<Error>();
  const { client } = openClient({ onCrash: crashed.resolve });
  client.post('fail', { message: 'No space.', code: 'ENOSPC' });
  expect(await crashed.promise).toMatchObject({ cause: { message: 'No space.' } });
});

test('only crashes in a row count towards the limit', async () => {
  const { client, workers } = openClient({ maxConsecutiveCrashes: 2 });
  const crash = () => expect(client.request('exit', 1)).rejects.toThrow('The echo worker stopped.');
  await crash();
  await client.request('echo', 'recovered');
  await crash();
  await crash();
  await expect(client.request('echo', 'refused')).rejects.toThrow('The echo worker stopped 2 times in a row.');
  expect(workers).toHaveLength(3);
});

test('an idle worker stops unless it is in use', async () => {
  const checked = Promise.withResolvers<void>();
  let isInUse = true;
  const { client, workers } = openClient({
    idleTimeoutMs: 1,
    isInUse: () => {
      checked.resolve();
      return isInUse;
    },
  });
  await client.request('echo', 'first');
  await checked.promise;
  expect(await client.request('echo', 'again')).toBe('again');
  expect(workers).toHaveLength(1);
  isInUse = false;
  await client.request('echo', 'last');
  await once(workers[0] as Worker, 'exit');
  expect(await client.request('echo', 'next')).toBe('next');
  expect(workers).toHaveLength(2);
});

test('a close rejects pending and later requests with its reason', async () => {
  const { client } = openClient({ closeTimeoutMs: 5_000 });
  const pending = client.request('count', Infinity);
  const reason = new Error('The echo was closed.');
  await Promise.all([client.close(reason), expect(pending).rejects.toBe(reason)]);
  await expect(client.request('echo', 'late')).rejects.toBe(reason);
  expect(() => client.post('echo', 'late')).toThrow(reason);
});
