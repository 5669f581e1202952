import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Problem } from '../../../shared/problems.ts';
import { tellError } from '../../format/tell-error.ts';
import { Button } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextSkeleton } from '../../ui/text-skeleton.tsx';
import { useCallsStore } from '../calls-store.ts';
import { callQuery, notesQuery, timelineQuery } from '../call-queries.ts';
import { CallRoom } from './call-room.tsx';
import { useLeaveKey } from './use-leave-key.ts';

/** One call: loaded, then shown. */
export function CallView() {
  const { callId } = useParams({ from: '/calls/$callId' });
  const { t, q } = useSearch({ from: '/calls/$callId' });
  const details = useQuery(callQuery(callId));
  const timeline = useQuery(timelineQuery(callId));
  const notes = useQuery(notesQuery(callId));
  useLeaveKey();
  const failed = [details, timeline, notes].find(({ isError, data }) => isError && data === undefined);
  if (failed?.error instanceof Problem && failed.error.code === 'call_not_found') return <NotHere />;
  if (failed)
    return (
      <Failure
        title="The call could not be shown"
        detail={tellError(failed.error)}
        onRetry={() => {
          void details.refetch();
          void timeline.refetch();
          void notes.refetch();
        }}
      />
    );
  if (!details.data || !timeline.data || !notes.data) return <TextSkeleton label="Loading the call" />;
  return (
    <CallRoom
      key={callId}
      details={details.data}
      timeline={timeline.data}
      notes={notes.data}
      atSeconds={t}
      wanted={q ?? ''}
    />
  );
}

function NotHere() {
  const navigate = useNavigate();
  const search = useCallsStore((state) => state.search);
  return (
    <div role="alert" className="h-full">
      <Empty
        drawing={<Drawing name="calls" />}
        title="This call is not here"
        action={<Button onClick={() => void navigate({ to: '/calls', search })}>Show the calls</Button>}
      >
        No call of this workspace has this address. It may belong to another workspace.
      </Empty>
    </div>
  );
}
