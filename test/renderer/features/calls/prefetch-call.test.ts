import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getPrefetchProps } from '../../../../renderer/features/calls/prefetch-call.ts';
import { queryClient } from '../../../../renderer/data/query-client.ts';

type Handler = (event: never) => void;

const call = (handler: unknown) => (handler as Handler)({} as never); // the handlers use no event
const prefetch = vi.spyOn(queryClient, 'prefetchQuery');

beforeEach(() => {
  vi.useFakeTimers();
  prefetch.mockResolvedValue();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  prefetch.mockReset();
});

const listLoaded = () => prefetch.mock.calls.map(([{ queryKey }]) => queryKey);

test('a call is loaded in advance while the pointer or the focus stays on its row', () => {
  call(getPrefetchProps('call_1').onPointerEnter);
  expect(listLoaded()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(listLoaded()).toEqual([
    ['call', 'call_1'],
    ['timeline', 'call_1'],
    ['notes', 'call_1'],
  ]);
  call(getPrefetchProps('call_2').onFocus);
  vi.advanceTimersByTime(100);
  expect(listLoaded()).toContainEqual(['timeline', 'call_2']);
});

test('a row that the pointer only passes loads nothing', () => {
  const first = getPrefetchProps('call_1');
  call(first.onPointerEnter);
  call(first.onPointerLeave);
  call(getPrefetchProps('call_2').onPointerEnter);
  call(getPrefetchProps('call_3').onPointerEnter);
  vi.advanceTimersByTime(100);
  expect(listLoaded().map(([, callId]) => callId)).toEqual(['call_3', 'call_3', 'call_3']);
});
