import { AudioLines } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import type { CallDetails } from '../../../../shared/calls/calls.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { queryClient } from '../../../data/query-client.ts';
import { app } from '../../../data/service-clients.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { recordingNotKept } from '../../recordings/public.ts';
import { StatusLabel } from '../../../ui/feedback/status-label.tsx';
import { useBusy } from '../../../ui/feedback/use-busy.ts';

/**
 * A completed call whose recording is not on this computer: why, and how to download it from a remote. Recordings of old calls
 * of a remote are downloaded when they are opened.
 */
export function MissingRecording({ details }: { readonly details: CallDetails }) {
  const { call_id, remote_recording: recording, reason } = details;
  const [isBusy, run] = useBusy();
  const fetchRecording = useCallback(async () => {
    try {
      await app(appRoutes.fetchRecording, { params: { call_id } });
    } catch (error) {
      showRequestError('The recording was not downloaded', error);
    }
    await queryClient.invalidateQueries({ queryKey: ['call', call_id] });
  }, [call_id]);
  const shouldFetch = recording !== null && !recording.is_fetching && recording.error === null;
  useEffect(() => {
    if (shouldFetch) void fetchRecording();
  }, [shouldFetch, fetchRecording]);
  if (!details.remote)
    return (
      <section aria-label="Recording" className="py-3">
        <p className="text-muted">{recordingNotKept}</p>
      </section>
    );
  return (
    <section aria-label="Recording" className="flex min-h-26 flex-col justify-center gap-2">
      {recording === null ? (
        <p className="text-muted">{reason ?? 'The remote has no recording of this call.'}</p>
      ) : recording.is_fetching ? (
        <p role="status">
          <StatusLabel tone="busy" label="Downloading the recording" />
        </p>
      ) : (
        <>
          <p className="max-w-[78ch] break-words select-text">
            {recording.error === null
              ? 'The recording has not been downloaded yet.'
              : `The recording could not be downloaded. ${recording.error}`}
          </p>
          <div>
            <Button
              size="small"
              icon={<AudioLines aria-hidden size={13} />}
              aria-busy={isBusy}
              onClick={() => void run(fetchRecording)}
            >
              {recording.error === null ? 'Download recording' : 'Try again'}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
