import { callQuery } from '../call-queries.ts';
import { queryClient } from '../../query-client.ts';
import { usePlayer } from './player-store.ts';
import { findSoundFault } from './sound-failure.ts';

type Recovery = {
  readonly openUrl: (url: string) => void;
  readonly play: () => void;
  /** True where a person asked to try again. */
  readonly isAsked: boolean;
};

/** A new address is asked for once, until one has brought sound. */
let hasRenewed = false;

/** The element has sound: the next failure may be recovered from again. */
export function soundIsBack(): void {
  hasRenewed = false;
}

/**
 * Finds out why the sound failed. An address that has expired is replaced, and the recording goes on at the same second;
 * anything else is told.
 */
export async function recoverSound(callId: string, { openUrl, play, isAsked }: Recovery): Promise<void> {
  const { source, sound } = usePlayer.getState();
  if (!source) return;
  const wasPlaying = sound.state === 'playing';
  const fault = findSoundFault(await readStatus(source.url));
  if (usePlayer.getState().source?.callId !== callId) return;
  if (isAsked || (fault === 'expired' && !hasRenewed)) {
    hasRenewed = true;
    const url = await renewUrl(callId);
    const now = usePlayer.getState().source;
    if (now?.callId !== callId) return;
    if (url !== null) {
      usePlayer.setState({ source: { ...now, url } });
      openUrl(url);
      if (wasPlaying) play();
      return;
    }
  }
  usePlayer.setState({ sound: { state: 'failed', fault } });
}

/** The status of an answer to a request for the first byte; null where there was none. */
async function readStatus(url: string): Promise<number | null> {
  try {
    const answer = await fetch(url, { headers: { Range: 'bytes=0-0' } });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null; // nobody answered: that is the finding
  }
}

async function renewUrl(callId: string): Promise<string | null> {
  try {
    const details = await queryClient.fetchQuery({ ...callQuery(callId), staleTime: 0 });
    return details.recording?.url ?? null;
  } catch {
    return null; // the fault that was found first is what is told
  }
}
