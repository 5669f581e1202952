import { startOfDay, toDay } from '../format/local-day.ts';
import { queryClient } from '../query-client.ts';
import { agentsQuery, callPageQuery, facetsQuery, savedQuery } from './calls-cache.ts';
import { pageRows } from '../ui/pages-around.ts';
import { sameView, toCallsQuery, type CallsSearch } from './calls-search.ts';
import { rememberSearch, useCallsStore } from './calls-store.ts';

/** What the router does at an address: only looking ahead, coming in, or staying. */
type Cause = 'preload' | 'enter' | 'stay';

/**
 * Keeps what an address says of the list, and asks for what stands there while the room itself is still being loaded.
 * Who comes in by the plain address gets the search to go on with instead; null where the address is right as it is.
 */
export function enterCalls(search: CallsSearch, cause: Cause): CallsSearch | null {
  const { search: left } = useCallsStore.getState();
  if (cause !== 'stay' && sameView(search, {}) && !sameView(left, {})) return left;
  if (cause !== 'preload' && !sameView(search, left)) rememberSearch(search);
  const query = toCallsQuery(search, startOfDay(toDay(new Date())));
  void queryClient.prefetchQuery(callPageQuery(query, firstPage()));
  void queryClient.prefetchQuery(agentsQuery);
  void queryClient.prefetchQuery(facetsQuery);
  void queryClient.prefetchQuery(savedQuery);
  return null;
}

/** The page of the list that is looked at first. */
export function firstPage(): number {
  return Math.floor((useCallsStore.getState().place?.activeIndex ?? 0) / pageRows);
}
