import { create } from 'zustand';
import type { TablePosition } from '../ui/virtual-table.tsx';
import type { CallsSearch } from './calls-search.ts';

type CallsState = {
  /** The last filters and sort order. */
  readonly search: CallsSearch;
  /** The last scroll position and active row; null for the top. */
  readonly tablePosition: TablePosition | null;
  /** The most recently opened call. */
  readonly openedCallId: string | null;
  /** True when the user returns from the call, so that its row receives the focus. */
  readonly shouldFocusRow: boolean;
  /** The most recently selected saved view. */
  readonly savedViewId: string | null;
  /** True until the search field has received the focus that a command requested. */
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

/** The state of the list. It outlives the view, so that the list looks the same when the user returns. */
export const useCallsStore = create<CallsState>(() => initialState);

export function setCallsSearch(search: CallsSearch): void {
  useCallsStore.setState({ search, tablePosition: null });
}

export function setTablePosition(tablePosition: TablePosition): void {
  useCallsStore.setState({ tablePosition });
}

export function setOpenedCall(callId: string): void {
  useCallsStore.setState({ openedCallId: callId, shouldFocusRow: true });
}

export function clearRowFocusRequest(): void {
  useCallsStore.setState({ shouldFocusRow: false });
}

export function selectSavedView(savedViewId: string | null): void {
  useCallsStore.setState({ savedViewId });
}

export function requestSearchFocus(shouldFocusSearch = true): void {
  useCallsStore.setState({ shouldFocusSearch });
}

export function resetCallsStore(): void {
  useCallsStore.setState(initialState);
}
