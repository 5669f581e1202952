import { isServiceUnreachable, whenServiceReachable } from '../../../data/service-connection.ts';
import { isUnreachableError } from '../../../data/retry-when-reachable.ts';
import { usePlayerStore } from './player-store.ts';
import { classifyPlaybackError } from './playback-error.ts';

type RecoveryOptions = {
  readonly loadUrl: (url: string) => void;
  readonly play: () => void;
  /** True if the user asked to try again. */
  readonly isManualRetry: boolean;
};

/**
 * Finds the cause of a playback error. Replaces an expired URL and continues at the same position; stores any other
 * error in the player state.
 */
export async function recoverPlayback(
  callId: string,
  { loadUrl, play, isManualRetry }: RecoveryOptions,
): Promise<void> {
  const { source, playback } = usePlayerStore.getState();
  if (!source) return;
  const wasPlaying = playback.state === 'playing';
  const status = await fetchRecordingStatus(source.url);
  const wasUnreachable = status === null && isServiceUnreachable();
  if (wasUnreachable) await whenServiceReachable();
  const { source: loaded, hasRenewedUrl } = usePlayerStore.getState();
  if (loaded?.callId !== callId) return;
  const error = classifyPlaybackError(status);
  if (isManualRetry || wasUnreachable || (error === 'expired' && !hasRenewedUrl)) {
    usePlayerStore.setState({ hasRenewedUrl: true });
    const url = await source.renewUrl().catch(() => null); // the original error is shown
    const current = usePlayerStore.getState().source;
    if (current?.callId !== callId) return;
    if (url !== null) {
      usePlayerStore.setState({ source: { ...current, url } });
      loadUrl(url);
      if (wasPlaying) play();
      return;
    }
  }
  usePlayerStore.setState({ playback: { state: 'failed', error } });
}

/** Requests the first byte and returns the HTTP status; null if there was no response. */
async function fetchRecordingStatus(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, { headers: { Range: 'bytes=0-0' } });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    await isUnreachableError(error);
    return null;
  }
}
