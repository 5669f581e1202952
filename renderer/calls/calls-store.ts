import { create } from 'zustand';
import type { TablePlace } from '../ui/table-frame.tsx';
import type { CallsSearch } from './calls-search.ts';

type CallsState = {
  /** The filters and the order that the list was left with. */
  readonly search: CallsSearch;
  /** Where that list was left; null for its top. */
  readonly place: TablePlace | null;
  /** The call that was opened last. */
  readonly openedId: string | null;
  /** The row of that call should take the focus, for somebody is coming back from it. */
  readonly isReturning: boolean;
  /** The saved view that was chosen last. */
  readonly savedId: string | null;
  /** The search field should take the focus as soon as it is there. */
  readonly isSearchWanted: boolean;
};

const nothing: CallsState = {
  search: {},
  place: null,
  openedId: null,
  isReturning: false,
  savedId: null,
  isSearchWanted: false,
};

/** How the list was left; outlives the view, so that coming back finds it so. */
export const useCallsStore = create<CallsState>(() => nothing);

export function rememberSearch(search: CallsSearch): void {
  useCallsStore.setState({ search, place: null });
}

export function rememberPlace(place: TablePlace): void {
  useCallsStore.setState({ place });
}

export function rememberOpened(callId: string): void {
  useCallsStore.setState({ openedId: callId, isReturning: true });
}

export function forgetReturn(): void {
  useCallsStore.setState({ isReturning: false });
}

export function chooseSaved(savedId: string | null): void {
  useCallsStore.setState({ savedId });
}

export function requestSearchFocus(isSearchWanted = true): void {
  useCallsStore.setState({ isSearchWanted });
}

export function forgetCallsList(): void {
  useCallsStore.setState(nothing);
}
