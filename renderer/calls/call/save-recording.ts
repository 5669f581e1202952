import type { CallDetails } from '../../../shared/calls.ts';
import { formatExportFileName } from './transcript-export.ts';
import { formatError } from '../../format/format-error.ts';
import { queryClient } from '../../query-client.ts';
import { showErrorToast } from '../../ui/toasts.tsx';
import { callQuery } from '../call-query.ts';
import { classifyPlaybackError, playbackErrorMessages } from '../player/playback-error.ts';
import { saveBlob } from '../../save-file.ts';

/** Saves the recording by an address that is fresh, or tells why it cannot be had. */
export async function saveRecording(callId: string): Promise<void> {
  const title = 'The recording was not saved';
  try {
    const details: CallDetails = await queryClient.fetchQuery({ ...callQuery(callId), staleTime: 0 });
    const answer = details.recording ? await fetch(details.recording.url) : null;
    if (answer?.ok) saveBlob(formatExportFileName(details, 'mp3'), await answer.blob());
    else showErrorToast(title, playbackErrorMessages[classifyPlaybackError(answer?.status ?? 404)].detail);
  } catch (error) {
    showErrorToast(title, formatError(error));
  }
}
