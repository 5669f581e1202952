import { beforeEach, expect, it, vi } from 'vitest';
import { forgetCallsList, rememberPlace, useCallsStore } from '../../../renderer/calls/calls-store.ts';
import { enterCalls, firstPage } from '../../../renderer/calls/enter-calls.ts';

beforeEach(() => {
  forgetCallsList();
  vi.stubGlobal('fetch', () => new Promise(() => {})); // what is asked for ahead is of no interest here
});

it('gives who comes back the filters and the place that the list was left with', () => {
  expect(enterCalls({ status: 'completed' }, 'enter')).toBeNull();
  rememberPlace({ scrollTop: 7_200, activeIndex: 205 });
  expect(enterCalls({}, 'enter')).toEqual({ status: 'completed' });
  expect(enterCalls({ status: 'completed' }, 'enter')).toBeNull();
  expect(useCallsStore.getState().place).toEqual({ scrollTop: 7_200, activeIndex: 205 });
  expect(firstPage()).toBe(2);
});

it('follows an address that says something else, from its top', () => {
  enterCalls({ status: 'completed' }, 'enter');
  rememberPlace({ scrollTop: 7_200, activeIndex: 205 });
  expect(enterCalls({ text: 'refund' }, 'enter')).toBeNull();
  expect(useCallsStore.getState()).toMatchObject({ search: { text: 'refund' }, place: null });
});

it('lets filters be cleared where one is', () => {
  enterCalls({ status: 'completed' }, 'enter');
  expect(enterCalls({}, 'stay')).toBeNull();
  expect(useCallsStore.getState().search).toEqual({});
});

it('changes nothing by only looking ahead', () => {
  enterCalls({ status: 'completed' }, 'enter');
  rememberPlace({ scrollTop: 36, activeIndex: 1 });
  expect(enterCalls({ status: 'failed' }, 'preload')).toBeNull();
  expect(useCallsStore.getState()).toMatchObject({ search: { status: 'completed' }, place: { activeIndex: 1 } });
});
