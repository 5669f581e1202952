import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { tellError } from '../../format/tell-error.ts';
import { Failure } from '../../ui/failure.tsx';
import { TextSkeleton } from '../../ui/text-skeleton.tsx';
import { callQuery, notesQuery, timelineQuery } from '../call-queries.ts';
import { CallRoom } from './call-room.tsx';

/** One call: loaded, then shown. */
export function CallView() {
  const { callId } = useParams({ from: '/calls/$callId' });
  const { t, q } = useSearch({ from: '/calls/$callId' });
  const details = useQuery(callQuery(callId));
  const timeline = useQuery(timelineQuery(callId));
  const notes = useQuery(notesQuery(callId));
  const failed = [details, timeline].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <Failure
        title="The call could not be shown"
        detail={tellError(failed.error)}
        onRetry={() => {
          void details.refetch();
          void timeline.refetch();
        }}
      />
    );
  if (!details.data || !timeline.data) return <TextSkeleton label="Loading the call" />;
  return (
    <CallRoom
      key={callId}
      details={details.data}
      timeline={timeline.data}
      notes={notes.data ?? []}
      atSeconds={t}
      wanted={q ?? ''}
    />
  );
}
