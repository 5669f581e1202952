import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryWhenReachable } from '../../../../renderer/data/retry-when-reachable.ts';
import {
  pauseEvents,
  resumeEvents,
  setConnection,
  useConnection,
} from '../../../../renderer/data/service-connection.ts';
import { openLiveEvents } from '../../../../renderer/shell/live/live-events.ts';

let isReachable = true;
let streamRequests = 0;
let close = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  isReachable = true;
  streamRequests = 0;
  vi.stubGlobal('fetch', (url: string) => {
    if (url === '/app/events') streamRequests += 1;
    if (!isReachable) return Promise.reject(new TypeError('unreachable'));
    return Promise.resolve(new Response(new ReadableStream())); // no event follows
  });
  setConnection('opening');
});

afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

it('connects again every second after its own errors, and at once after a request that found the service unreachable', async () => {
  isReachable = false;
  close = openLiveEvents(() => {});
  await settle();
  expect([streamRequests, useConnection.getState().connection]).toEqual([1, 'lost']);
  await vi.advanceTimersByTimeAsync(999);
  expect(streamRequests).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(streamRequests).toBe(2);

  setConnection('open');
  const request = vi.fn(() => (isReachable ? Promise.resolve('answer') : Promise.reject(new TypeError('unreachable'))));
  const answer = retryWhenReachable(request);
  await settle();
  expect([streamRequests, useConnection.getState().connection]).toEqual([3, 'lost']);
  isReachable = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await answer, request.mock.calls.length]).toEqual(['answer', 2]);
});

it('resets the data when the connection is back', async () => {
  const apply = vi.fn();
  isReachable = false;
  close = openLiveEvents(apply);
  await settle();
  isReachable = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(apply.mock.calls).toEqual([[{ type: 'reset' }]]);
});

it('opens no stream while events are paused, and none after its end', async () => {
  close = openLiveEvents(() => {});
  pauseEvents();
  await settle();
  expect(streamRequests).toBe(1);
  resumeEvents();
  await settle();
  expect(streamRequests).toBe(2);
  close();
  pauseEvents();
  resumeEvents();
  await settle();
  expect(streamRequests).toBe(2);
});

it.each(['\n', '\r\n', '\r'])('reads lines that end with %j, and resumes after the last whole event', async (end) => {
  const lines = [
    'id: 1',
    '',
    ':comment',
    'id:2',
    'event:notes.changed',
    'data:{"type":"notes.changed","call_id":"c"}',
    '',
  ];
  const text = [...lines, 'id: 3', 'event: reset'].join(end);
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get('Last-Event-ID'));
    if (asked.length > 1) return Promise.resolve(new Response(new ReadableStream()));
    const stream = new ReadableStream({
      start: (controller) => {
        for (const character of text) controller.enqueue(new TextEncoder().encode(character));
        controller.close();
      },
    });
    return Promise.resolve(new Response(stream));
  });
  const apply = vi.fn();
  close = openLiveEvents(apply);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(apply.mock.calls).toEqual([[{ type: 'notes.changed', call_id: 'c' }]]);
  expect(asked).toEqual([null, '2']);
});
