import { callQuery } from '../call-query.ts';
import { queryClient } from '../../query-client.ts';
import { usePlayerStore } from './player-store.ts';
import { classifyPlaybackError } from './playback-error.ts';

type RecoveryOptions = {
  readonly loadUrl: (url: string) => void;
  readonly play: () => void;
  /** True where a person asked to try again. */
  readonly isManualRetry: boolean;
};

/** A new address is asked for once, until one has brought sound. */
let hasRenewedUrl = false;

/** The element has sound: the next failure may be recovered from again. */
export function resetRecovery(): void {
  hasRenewedUrl = false;
}

/**
 * Finds out why the sound failed. An address that has expired is replaced, and the recording goes on at the same second;
 * anything else is told.
 */
export async function recoverPlayback(
  callId: string,
  { loadUrl, play, isManualRetry }: RecoveryOptions,
): Promise<void> {
  const { source, playback } = usePlayerStore.getState();
  if (!source) return;
  const wasPlaying = playback.state === 'playing';
  const error = classifyPlaybackError(await fetchRecordingStatus(source.url));
  if (usePlayerStore.getState().source?.callId !== callId) return;
  if (isManualRetry || (error === 'expired' && !hasRenewedUrl)) {
    hasRenewedUrl = true;
    const url = await fetchRecordingUrl(callId);
    const now = usePlayerStore.getState().source;
    if (now?.callId !== callId) return;
    if (url !== null) {
      usePlayerStore.setState({ source: { ...now, url } });
      loadUrl(url);
      if (wasPlaying) play();
      return;
    }
  }
  usePlayerStore.setState({ playback: { state: 'failed', error: error } });
}

/** The status of an answer to a request for the first byte; null where there was none. */
async function fetchRecordingStatus(url: string): Promise<number | null> {
  try {
    const answer = await fetch(url, { headers: { Range: 'bytes=0-0' } });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null; // nobody answered: that is the finding
  }
}

async function fetchRecordingUrl(callId: string): Promise<string | null> {
  try {
    const details = await queryClient.fetchQuery({ ...callQuery(callId), staleTime: 0 });
    return details.recording?.url ?? null;
  } catch {
    return null; // the fault that was found first is what is told
  }
}
