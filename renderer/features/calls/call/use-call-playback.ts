import { useCallback, useEffect, useMemo } from 'react';
import type { CallDetails, CallTimeline } from '../../../../shared/calls/calls.ts';
import { queryClient } from '../../../data/query-client.ts';
import { callQuery } from '../call-query.ts';
import { formatRecipient } from '../format-recipient.ts';
import {
  findSpeechStart,
  loadCall,
  play,
  seek,
  togglePlay,
  usePlayerStore,
  type PlayerSource,
} from '../../recordings/public.ts';

export type CallPlayback = {
  readonly source: PlayerSource | null;
  readonly durationSeconds: number;
  /** The linked time, or the time of the first word. Also shown while another call is loaded. */
  readonly initialSeconds: number;
  readonly getCurrentSeconds: () => number;
  /** Seeks in this call. If another call is loaded, this one replaces it and plays. */
  readonly seekTo: (seconds: number) => void;
  readonly playFrom: (seconds: number) => void;
  readonly togglePlay: () => void;
};

/** Connects a call to the window's only player. The call is loaded immediately unless another call is playing. */
export function useCallPlayback(
  details: CallDetails,
  timeline: CallTimeline,
  linkedSeconds: number | undefined,
): CallPlayback {
  const source = useMemo(() => toPlayerSource(details, timeline), [details, timeline]);
  const durationSeconds = getRecordingSeconds(details, timeline);
  const initialSeconds = Math.min(durationSeconds, Math.max(0, linkedSeconds ?? findSpeechStart(timeline.turns)));
  const callId = details.call_id;
  useEffect(() => {
    if (!source) return;
    const { source: loaded, playback } = usePlayerStore.getState();
    if (playback.state !== 'playing' || loaded?.callId === source.callId) loadCall(source);
  }, [source]);
  const canLoad = source !== null;
  useEffect(() => {
    if (canLoad && linkedSeconds !== undefined && isLoaded(callId)) seek(linkedSeconds);
  }, [callId, canLoad, linkedSeconds]);

  const seekTo = useCallback(
    (seconds: number) => {
      if (!source) return;
      const wasLoaded = isLoaded(source.callId);
      loadCall(source, seconds);
      if (!wasLoaded) play();
    },
    [source],
  );
  const playFrom = useCallback(
    (seconds: number) => {
      if (!source) return;
      loadCall(source, seconds);
      play();
    },
    [source],
  );
  const toggle = useCallback(() => {
    if (source && isLoaded(source.callId)) togglePlay();
    else playFrom(initialSeconds);
  }, [source, playFrom, initialSeconds]);
  const getCurrentSeconds = useCallback(
    () => (isLoaded(callId) ? usePlayerStore.getState().seconds : initialSeconds),
    [callId, initialSeconds],
  );
  return {
    source,
    durationSeconds,
    initialSeconds,
    getCurrentSeconds,
    seekTo,
    playFrom,
    togglePlay: toggle,
  };
}

function isLoaded(callId: string): boolean {
  return usePlayerStore.getState().source?.callId === callId;
}

/** Converts a call to a player source; null if it has no recording. */
function toPlayerSource(details: CallDetails, timeline: CallTimeline): PlayerSource | null {
  const { call_id, agent_name, practice, recording } = details;
  if (!recording) return null;
  return {
    callId: call_id,
    agentName: agent_name,
    recipient: formatRecipient(details),
    practice,
    durationSeconds: recording.duration_seconds,
    url: recording.url,
    renewUrl: () => fetchRecordingUrl(call_id),
    timeline,
  };
}

async function fetchRecordingUrl(callId: string): Promise<string | null> {
  const details = await queryClient.fetchQuery({ ...callQuery(callId), staleTime: 0 });
  return details.recording?.url ?? null;
}

/** Returns the duration of a recording. If its file is missing, estimates it from the peaks and turns. */
function getRecordingSeconds({ recording }: CallDetails, { peaks, turns }: CallTimeline): number {
  const peakSeconds = Math.max(...peaks.channels.map(({ length }) => length)) / peaks.per_second;
  return recording?.duration_seconds ?? Math.max(peakSeconds, turns.at(-1)?.end_seconds ?? 0, 1);
}
