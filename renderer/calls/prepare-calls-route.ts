import { startOfDay, toLocalDay } from '../format/local-day.ts';
import { queryClient } from '../query-client.ts';
import { agentsQuery, callPageQuery, callFacetsQuery, savedItemsQuery } from './calls-query.ts';
import { rowsPerPage } from '../ui/use-visible-pages.ts';
import { isSameSearch, toCallsQuery, type CallsSearch } from './calls-search.ts';
import { setCallsSearch, useCallsStore } from './calls-store.ts';

/** What the router does at an address: only looking ahead, coming in, or staying. */
type LoadCause = 'preload' | 'enter' | 'stay';

/**
 * Keeps what an address says of the list, and asks for what stands there while the room itself is still being loaded.
 * Who comes in by the plain address gets the search to go on with instead; null where the address is right as it is.
 */
export function prepareCallsRoute(search: CallsSearch, cause: LoadCause): CallsSearch | null {
  const { search: left } = useCallsStore.getState();
  if (cause !== 'stay' && isSameSearch(search, {}) && !isSameSearch(left, {})) return left;
  if (cause !== 'preload' && !isSameSearch(search, left)) setCallsSearch(search);
  const query = toCallsQuery(search, startOfDay(toLocalDay(new Date())));
  void queryClient.prefetchQuery(callPageQuery(query, getInitialPage()));
  void queryClient.prefetchQuery(agentsQuery);
  void queryClient.prefetchQuery(callFacetsQuery);
  void queryClient.prefetchQuery(savedItemsQuery);
  return null;
}

/** The page of the list that is looked at first. */
export function getInitialPage(): number {
  return Math.floor((useCallsStore.getState().tablePosition?.activeIndex ?? 0) / rowsPerPage);
}
