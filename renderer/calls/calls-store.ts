import { create } from 'zustand';
import type { TablePosition } from '../ui/virtual-table.tsx';
import type { CallsSearch } from './calls-search.ts';

type CallsState = {
  /** The filters and the order that the list was left with. */
  readonly search: CallsSearch;
  /** Where that list was left; null for its top. */
  readonly tablePosition: TablePosition | null;
  /** The call that was opened last. */
  readonly openedCallId: string | null;
  /** The row of that call should take the focus, for somebody is coming back from it. */
  readonly shouldFocusRow: boolean;
  /** The saved view that was chosen last. */
  readonly savedViewId: string | null;
  /** The search field should take the focus as soon as it is there. */
  readonly shouldFocusSearch: boolean;
};

const initialState: CallsState = {
  search: {},
  tablePosition: null,
  openedCallId: null,
  shouldFocusRow: false,
  savedViewId: null,
  shouldFocusSearch: false,
};

/** How the list was left; outlives the view, so that coming back finds it so. */
export const useCallsStore = create<CallsState>(() => initialState);

export function setCallsSearch(search: CallsSearch): void {
  useCallsStore.setState({ search, tablePosition: null });
}

export function setTablePosition(tablePosition: TablePosition): void {
  useCallsStore.setState({ tablePosition: tablePosition });
}

export function setOpenedCall(callId: string): void {
  useCallsStore.setState({ openedCallId: callId, shouldFocusRow: true });
}

export function clearRowFocusRequest(): void {
  useCallsStore.setState({ shouldFocusRow: false });
}

export function selectSavedView(savedViewId: string | null): void {
  useCallsStore.setState({ savedViewId: savedViewId });
}

export function requestSearchFocus(shouldFocusSearch = true): void {
  useCallsStore.setState({ shouldFocusSearch: shouldFocusSearch });
}

export function resetCallsStore(): void {
  useCallsStore.setState(initialState);
}
