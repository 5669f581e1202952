import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IngestQueue } from '../../electron/service/features/knowledge/ingest-queue.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a small document starts while large ones are processed, and large ones wait for each other', async () => {
  const { queue, started, finish } = createQueue();
  add(queue, { 1: 20 * megabyte, 2: 19 * megabyte, 3: 2 * megabyte, 4: 2 * megabyte, 5: 100 });
  expect(started).toEqual([1, 3, 5]);
  await finish(3);
  expect(started).toEqual([1, 3, 5, 4]);
  await finish(1);
  expect(started).toEqual([1, 3, 5, 4, 2]);
});

test('the smallest waiting document starts first, but not before one that has waited for long', async () => {
  const { queue, started, finish } = createQueue();
  add(queue, { 1: 20 * megabyte, 2: 19 * megabyte, 3: 10 * megabyte });
  vi.advanceTimersByTime(60 * 60 * 1000);
  add(queue, { 4: 5 * megabyte });
  await finish(1);
  await finish(3);
  await finish(2);
  expect(started).toEqual([1, 3, 2, 4]);
});

test('stops a waiting document without waiting for the others', async () => {
  const { queue, started, finish } = createQueue();
  add(queue, { 1: 20 * megabyte, 2: 20 * megabyte });
  await queue.stop(2);
  await finish(1);
  await queue.whenIdle();
  expect(started).toEqual([1]);
});

function createQueue() {
  const started: number[] = [];
  const finishers = new Map<number, () => void>();
  const queue = new IngestQueue(({ id }) => {
    started.push(id);
    return new Promise((resolve) => finishers.set(id, resolve));
  });
  const finish = async (id: number) => {
    finishers.get(id)?.();
    await Promise.resolve(); // the queue continues in a promise callback
    await Promise.resolve();
    await Promise.resolve();
  };
  return { queue, started, finish };
}

/** Adds documents by id with their sizes in bytes. */
function add(queue: IngestQueue, sizes: Readonly<Record<number, number>>): void {
  for (const [id, size_bytes] of Object.entries(sizes)) queue.add({ id: Number(id), org_id: 'org_1', size_bytes });
}
