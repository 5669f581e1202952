import { beforeEach, expect, it, vi } from 'vitest';
import { resetCallsStore, setTablePosition, useCallsStore } from '../../../../renderer/features/calls/calls-store.ts';
import { prepareCallsRoute, getInitialPage } from '../../../../renderer/features/calls/prepare-calls-route.ts';

beforeEach(() => {
  resetCallsStore();
  vi.stubGlobal('fetch', () => new Promise(() => {})); // prefetched responses are irrelevant here
});

it('restores the filters and the position of the list when the user returns', () => {
  expect(prepareCallsRoute({ status: 'completed' }, 'enter')).toBeNull();
  setTablePosition({ scrollTop: 7_200, activeIndex: 205 });
  expect(prepareCallsRoute({}, 'enter')).toEqual({ status: 'completed' });
  expect(prepareCallsRoute({ status: 'completed' }, 'enter')).toBeNull();
  expect(useCallsStore.getState().tablePosition).toEqual({ scrollTop: 7_200, activeIndex: 205 });
  expect(getInitialPage()).toBe(2);
});

it('applies a different search from the URL and starts at the top', () => {
  prepareCallsRoute({ status: 'completed' }, 'enter');
  setTablePosition({ scrollTop: 7_200, activeIndex: 205 });
  expect(prepareCallsRoute({ text: 'refund' }, 'enter')).toBeNull();
  expect(useCallsStore.getState()).toMatchObject({ search: { text: 'refund' }, tablePosition: null });
});

it('clears the filters while the list is open', () => {
  prepareCallsRoute({ status: 'completed' }, 'enter');
  expect(prepareCallsRoute({}, 'stay')).toBeNull();
  expect(useCallsStore.getState().search).toEqual({});
});

it('changes no state when it only preloads', () => {
  prepareCallsRoute({ status: 'completed' }, 'enter');
  setTablePosition({ scrollTop: 36, activeIndex: 1 });
  expect(prepareCallsRoute({ status: 'failed' }, 'preload')).toBeNull();
  expect(useCallsStore.getState()).toMatchObject({
    search: { status: 'completed' },
    tablePosition: { activeIndex: 1 },
  });
});
