import { expect, it } from 'vitest';
import { setOpenedCall, useCallsStore } from '../../../../../renderer/features/calls/calls-store.ts';
import {
  openPlaceCallPanel,
  usePlaceCallStore,
} from '../../../../../renderer/features/calls/place-call/place-call-store.ts';

it('leaves the focus to the panel that opens, not to the row of the call that was viewed before', () => {
  setOpenedCall('call_1');
  openPlaceCallPanel();
  expect(usePlaceCallStore.getState().isOpen).toBe(true);
  expect(useCallsStore.getState().shouldFocusRow).toBe(false);
});
