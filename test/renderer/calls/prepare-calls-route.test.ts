import { beforeEach, expect, it, vi } from 'vitest';
import { resetCallsStore, setTablePosition, useCallsStore } from '../../../renderer/calls/calls-store.ts';
import { prepareCallsRoute, getInitialPage } from '../../../renderer/calls/prepare-calls-route.ts';

beforeEach(() => {
  resetCallsStore();
  vi.stubGlobal('fetch', () => new Promise(() => {})); // what is asked for ahead is of no interest here
});

it('gives who comes back the filters and the place that the list was left with', () => {
  expect(prepareCallsRoute({ status: 'completed' }, 'enter')).toBeNull();
  setTablePosition({ scrollTop: 7_200, activeIndex: 205 });
  expect(prepareCallsRoute({}, 'enter')).toEqual({ status: 'completed' });
  expect(prepareCallsRoute({ status: 'completed' }, 'enter')).toBeNull();
  expect(useCallsStore.getState().tablePosition).toEqual({ scrollTop: 7_200, activeIndex: 205 });
  expect(getInitialPage()).toBe(2);
});

it('follows an address that says something else, from its top', () => {
  prepareCallsRoute({ status: 'completed' }, 'enter');
  setTablePosition({ scrollTop: 7_200, activeIndex: 205 });
  expect(prepareCallsRoute({ text: 'refund' }, 'enter')).toBeNull();
  expect(useCallsStore.getState()).toMatchObject({ search: { text: 'refund' }, place: null });
});

it('lets filters be cleared where one is', () => {
  prepareCallsRoute({ status: 'completed' }, 'enter');
  expect(prepareCallsRoute({}, 'stay')).toBeNull();
  expect(useCallsStore.getState().search).toEqual({});
});

it('changes nothing by only looking ahead', () => {
  prepareCallsRoute({ status: 'completed' }, 'enter');
  setTablePosition({ scrollTop: 36, activeIndex: 1 });
  expect(prepareCallsRoute({ status: 'failed' }, 'preload')).toBeNull();
  expect(useCallsStore.getState()).toMatchObject({ search: { status: 'completed' }, place: { activeIndex: 1 } });
});
