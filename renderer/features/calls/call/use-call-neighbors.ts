import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { startOfDay, toLocalDay } from '../../../format/local-day.ts';
import { queryClient } from '../../../data/query-client.ts';
import { useNow } from '../../../ui/page/use-now.ts';
import { neighborsQuery } from '../call-query.ts';
import { prefetchCall } from '../prefetch-call.ts';
import { toCallsQuery } from '../calls-search.ts';
import { setOpenedCall, setOpenedIndex, useCallsStore, type CallStep } from '../calls-store.ts';
import { pause } from '../../recordings/public.ts';

export type CallNeighbors = {
  /** The neighbors in the list; undefined until they are loaded, null at its ends. */
  readonly ids: Readonly<Record<CallStep, string | null | undefined>>;
  /** The position in the list from 1, and its length; null if the call is not in the list. */
  readonly position: { readonly number: number; readonly total: number } | null;
  readonly goTo: (step: CallStep) => void;
};

/** Returns the calls before and after a call, in the list that was shown last, and loads them in advance. `onLeave` is called before another call is shown. */
export function useCallNeighbors(callId: string, onLeave: () => void): CallNeighbors {
  const navigate = useNavigate();
  const search = useCallsStore((state) => state.search);
  const day = toLocalDay(new Date(useNow()));
  const query = useMemo(() => toCallsQuery(search, startOfDay(day)), [search, day]);
  const { data } = useQuery(neighborsQuery(callId, query));
  useEffect(() => {
    if (!data) return;
    if (useCallsStore.getState().openedCallId === callId) setOpenedIndex(data.index);
    for (const id of [data.next, data.previous]) {
      if (id === null) continue;
      prefetchCall(id);
      void queryClient.prefetchQuery(neighborsQuery(id, query));
    }
  }, [callId, data, query]);
  const ids = { previous: data?.previous, next: data?.next };
  const goTo = (step: CallStep) => {
    const id = ids[step];
    if (!id) return;
    pause(); // the next call is loaded into the player instead
    setOpenedCall(id);
    onLeave();
    const { text } = query.filter;
    void navigate({ to: '/calls/$callId', params: { callId: id }, search: text ? { q: text } : {}, replace: true });
  };
  return { ids, position: data?.is_match ? { number: data.index + 1, total: data.total } : null, goTo };
}
