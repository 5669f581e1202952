import { formatCallFileName } from '../../../../shared/calls/call-file-name.ts';
import type { CallDetails } from '../../../../shared/calls/calls.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { queryClient } from '../../../data/query-client.ts';
import { saveBlob } from '../../../data/save-file.ts';
import { showErrorToast } from '../../../ui/feedback/toasts.ts';
import { callQuery } from '../call-query.ts';
import { classifyPlaybackError, playbackErrorMessages, recordingNotKept } from '../../recordings/public.ts';

/** Saves the recording from a new URL, or shows why it is unavailable. */
export async function saveRecording(callId: string): Promise<void> {
  const errorTitle = 'The recording was not saved';
  try {
    const details: CallDetails = await queryClient.fetchQuery({ ...callQuery(callId), staleTime: 0 });
    const response = details.recording ? await fetch(details.recording.url) : null;
    if (!details.recording && !details.remote) return showErrorToast(errorTitle, recordingNotKept);
    if (response?.ok) saveBlob(formatCallFileName(details, 'mp3'), await response.blob());
    else showErrorToast(errorTitle, playbackErrorMessages[classifyPlaybackError(response?.status ?? 404)].detail);
  } catch (error) {
    showRequestError(errorTitle, error);
  }
}
