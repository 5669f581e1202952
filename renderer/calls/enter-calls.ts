import { sameView, type CallsSearch } from './calls-search.ts';
import { rememberSearch, useCallsStore } from './calls-store.ts';

/**
 * Keeps what an address says of the list. Who comes to the room by its plain address gets the search to go on with
 * instead, null where the address is right as it is.
 */
export function enterCalls(search: CallsSearch, isComingIn: boolean): CallsSearch | null {
  const { search: left } = useCallsStore.getState();
  if (isComingIn && sameView(search, {}) && !sameView(left, {})) return left;
  if (!sameView(search, left)) rememberSearch(search);
  return null;
}
