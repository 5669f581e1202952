import type { HTMLAttributes } from 'react';
import { queryClient } from '../../data/query-client.ts';
import { callQuery, notesQuery, timelineQuery } from './call-query.ts';

/** A pointer or a focus that moves across the list stays on a row for less time. */
const intentMs = 60;

/** The waveform of an hour-long call is large, and most of the calls that are pointed at are not opened. */
const unopenedGcMs = 60_000;

/** Loads the data of a call's view. */
export function prefetchCall(callId: string): void {
  void queryClient.prefetchQuery({ ...callQuery(callId), gcTime: unopenedGcMs });
  void queryClient.prefetchQuery({ ...timelineQuery(callId), gcTime: unopenedGcMs });
  void queryClient.prefetchQuery({ ...notesQuery(callId), gcTime: unopenedGcMs });
}

/** Returns attributes of a row with which its call is loaded while the pointer or the focus stays on it. */
export const getPrefetchProps = createIntentPrefetch();

function createIntentPrefetch() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (callId: string): HTMLAttributes<HTMLElement> => {
    const start = () => {
      clearTimeout(timer);
      timer = setTimeout(() => prefetchCall(callId), intentMs);
    };
    return { onPointerEnter: start, onFocus: start, onPointerLeave: () => clearTimeout(timer) };
  };
}
