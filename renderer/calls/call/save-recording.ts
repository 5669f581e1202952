import type { CallDetails } from '../../../shared/calls.ts';
import { nameExport } from '../../../shared/transcript-export.ts';
import { tellError } from '../../format/tell-error.ts';
import { queryClient } from '../../query-client.ts';
import { tellFailure } from '../../ui/toasts.tsx';
import { callQuery } from '../call-queries.ts';
import { findSoundFault, soundFailures } from '../player/sound-failure.ts';
import { saveBlob } from './save-file.ts';

/** Saves the recording by an address that is fresh, or tells why it cannot be had. */
export async function saveRecording(callId: string): Promise<void> {
  const title = 'The recording was not saved';
  try {
    const details: CallDetails = await queryClient.fetchQuery({ ...callQuery(callId), staleTime: 0 });
    const answer = details.recording ? await fetch(details.recording.url) : null;
    if (answer?.ok) saveBlob(nameExport(details, 'mp3'), await answer.blob());
    else tellFailure(title, soundFailures[findSoundFault(answer?.status ?? 404)].detail);
  } catch (error) {
    tellFailure(title, tellError(error));
  }
}
