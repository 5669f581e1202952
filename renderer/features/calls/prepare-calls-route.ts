import { startOfDay, toLocalDay } from '../../format/local-day.ts';
import { queryClient } from '../../data/query-client.ts';
import { agentsQuery } from '../agents/public.ts';
import { callPageQuery, callFacetsQuery } from './calls-query.ts';
import { rowsPerPage } from '../../ui/tables/use-visible-pages.ts';
import { isSameSearch, toCallsQuery, type CallsRouteSearch, type CallsSearch } from './calls-search.ts';
import { setCallsSearch, useCallsStore } from './calls-store.ts';
import { openPlaceCallPanel, selectAgent } from './place-call/place-call-store.ts';
import { savedItemsQuery } from '../saved-items/public.ts';

/** Why the router loads the route. */
type LoadCause = 'preload' | 'enter' | 'stay';

/**
 * Stores the search of the URL and prefetches the list while the view is still loading. Opens the panel that places a call if
 * the URL says so. Returns the search to which the router must redirect: without that, and with the stored filters if the user
 * enters without any. Returns null if the URL is already correct.
 */
export function prepareCallsRoute(
  { placeCallWith, ...search }: CallsRouteSearch,
  cause: LoadCause,
): CallsSearch | null {
  const { search: storedSearch } = useCallsStore.getState();
  if (placeCallWith !== undefined && cause !== 'preload') {
    const agent = queryClient.getQueryData(agentsQuery.queryKey)?.find(({ agent_id }) => agent_id === placeCallWith);
    if (agent) selectAgent(agent);
    openPlaceCallPanel();
    return isSameSearch(search, {}) ? storedSearch : search;
  }
  if (cause !== 'stay' && isSameSearch(search, {}) && !isSameSearch(storedSearch, {})) return storedSearch;
  if (cause !== 'preload' && !isSameSearch(search, storedSearch)) setCallsSearch(search);
  const query = toCallsQuery(search, startOfDay(toLocalDay(new Date())));
  void queryClient.prefetchQuery(callPageQuery(query, getInitialPage()));
  void queryClient.prefetchQuery(agentsQuery);
  void queryClient.prefetchQuery(callFacetsQuery);
  void queryClient.prefetchQuery(savedItemsQuery);
  return null;
}

/** Returns the page of the list that is visible first. */
export function getInitialPage(): number {
  return Math.floor((useCallsStore.getState().tablePosition?.activeIndex ?? 0) / rowsPerPage);
}
