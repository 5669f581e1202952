import { describe, expect, test } from 'vitest';
import { CallQueue } from '../../electron/service/features/calls/call-queue.ts';

/** Creates a queue whose calls run until the test ends them. */
function openQueue() {
  const started: number[] = [];
  const stopped = new Map<number, unknown>();
  const running = new Map<number, () => void>();
  const queue = new CallQueue((id, signal) => {
    started.push(id);
    return new Promise((resolve) => {
      const end = () => {
        running.delete(id);
        resolve();
      };
      running.set(id, end);
      signal.addEventListener('abort', () => {
        stopped.set(id, signal.reason);
        end();
      });
    });
  });
  /** Ends the oldest running call until none is left. */
  const endAll = async () => {
    for (let [end] = running.values(); end; [end] = running.values()) {
      end();
      await new Promise(setImmediate);
    }
  };
  return { queue, started, stopped, endAll };
}

describe('CallQueue', () => {
  test('alternates between lanes, so that one call of the window overtakes a hundred of a script', async () => {
    const { queue, started, endAll } = openQueue();
    for (let id = 1; id <= 100; id++) queue.add({ id, pool: 'fast', lane: 'script' });
    queue.add({ id: 500, pool: 'fast', lane: 'window' });
    queue.add({ id: 600, pool: 'fast', lane: 'colleague' });
    await endAll();
    expect(started.indexOf(500)).toBeLessThan(8);
    expect(started.indexOf(600)).toBeLessThan(8);
    expect(started.filter((id) => id <= 100)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(started.length).toBe(102);
  });

  test('limits the running calls per pool, so that calls in real time do not delay fast calls', () => {
    const { queue, started } = openQueue();
    for (let id = 1; id <= 50; id++) queue.add({ id, pool: 'real_time', lane: 'window' });
    const realTime = started.length;
    expect(realTime).toBeLessThan(50);
    for (let id = 101; id <= 150; id++) queue.add({ id, pool: 'fast', lane: 'window' });
    const fast = started.length - realTime;
    expect(fast).toBeGreaterThan(1);
    expect(fast).toBeLessThan(10);
    queue.add({ id: 200, pool: 'practice', lane: 'window' });
    expect(started.at(-1)).toBe(200);
  });

  test('removes a waiting call and aborts a running one', async () => {
    const { queue, started, stopped, endAll } = openQueue();
    for (let id = 1; id <= 20; id++) queue.add({ id, pool: 'fast', lane: 'window' });
    const reason = new Error('Enough.');
    await queue.stop(20, reason);
    await queue.stop(1, reason);
    await queue.stop(999, reason);
    await endAll();
    expect(stopped).toEqual(new Map([[1, reason]]));
    expect(started).not.toContain(20);
    expect(started.length).toBe(19);
  });

  test('starts no call after close', async () => {
    const { queue, started, stopped } = openQueue();
    for (let id = 1; id <= 20; id++) queue.add({ id, pool: 'fast', lane: 'window' });
    const startedBefore = started.length;
    await queue.close(new Error('Closed.'));
    queue.add({ id: 21, pool: 'practice', lane: 'window' });
    expect(started.length).toBe(startedBefore);
    expect(stopped.size).toBe(startedBefore);
  });
});
