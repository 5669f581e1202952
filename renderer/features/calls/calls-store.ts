import { create } from 'zustand';
import type { TablePosition } from '../../ui/tables/virtual-table.tsx';
import { isSameSearch, type CallsSearch } from './calls-search.ts';
import { clearSelectedCalls } from './selected-calls-store.ts';

export type CallStep = 'previous' | 'next';

/** The tabs beside the transcript. */
export type CallSidebarTab = 'sources' | 'metadata' | 'notes' | 'review';

type CallsState = {
  /** The last filters and sort order. */
  readonly search: CallsSearch;
  /** The last scroll position and active row; null for the top. */
  readonly tablePosition: TablePosition | null;
  /** The most recently opened call. */
  readonly openedCallId: string | null;
  /** True when the user returns from the call, so that its row receives the focus. */
  readonly shouldFocusRow: boolean;
  /** The button with which the user went to the open call, until it has received the focus again. */
  readonly stepToFocus: CallStep | null;
  /** The tab that the next call opens with: the tab of the call before it, or the one that shows a match; null for the default one. */
  readonly keptTab: CallSidebarTab | null;
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
  stepToFocus: null,
  keptTab: null,
  savedViewId: null,
  shouldFocusSearch: false,
};

/** The state of the list. It outlives the view, so that the list looks the same when the user returns. */
export const useCallsStore = create<CallsState>(() => initialState);

/** Stores the filters and the sort order. Other filters show other calls: none of them is selected then. */
export function setCallsSearch(search: CallsSearch): void {
  const withoutOrder = { order: undefined, ascending: undefined };
  if (!isSameSearch({ ...search, ...withoutOrder }, { ...useCallsStore.getState().search, ...withoutOrder }))
    clearSelectedCalls();
  useCallsStore.setState({ search, tablePosition: null });
}

export function setTablePosition(tablePosition: TablePosition): void {
  useCallsStore.setState({ tablePosition });
}

export function setOpenedCall(callId: string, tab: CallSidebarTab | null = null): void {
  useCallsStore.setState({ openedCallId: callId, shouldFocusRow: true, keptTab: tab });
}

/** Keeps the tab for the call that the user opens next. */
export function keepSidebarTab(keptTab: CallSidebarTab | null): void {
  useCallsStore.setState({ keptTab });
}

/** Moves the active row of the list to the open call, without scrolling. */
export function setOpenedIndex(activeIndex: number): void {
  useCallsStore.setState(({ tablePosition }) => ({
    tablePosition: { scrollTop: tablePosition?.scrollTop ?? 0, activeIndex },
  }));
}

export function requestStepFocus(stepToFocus: CallStep | null): void {
  useCallsStore.setState({ stepToFocus });
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
  clearSelectedCalls();
  useCallsStore.setState(initialState);
}
