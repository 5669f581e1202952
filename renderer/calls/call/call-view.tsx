import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Problem } from '../../../shared/problems.ts';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/button.tsx';
import { Illustration } from '../../ui/illustration.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { useCallsStore } from '../calls-store.ts';
import { callQuery, notesQuery, timelineQuery } from '../call-query.ts';
import { CallContent } from './call-content.tsx';
import { useBackOnEscape } from './use-back-on-escape.ts';

/** One call: loaded, then shown. */
export function CallView() {
  const { callId } = useParams({ from: '/calls/$callId' });
  const { t, q } = useSearch({ from: '/calls/$callId' });
  const details = useQuery(callQuery(callId));
  const timeline = useQuery(timelineQuery(callId));
  const notes = useQuery(notesQuery(callId));
  useBackOnEscape();
  const failed = [details, timeline, notes].find(({ isError, data }) => isError && data === undefined);
  if (failed?.error instanceof Problem && failed.error.code === 'call_not_found') return <CallNotFound />;
  if (failed)
    return (
      <ErrorState
        title="The call could not be shown"
        detail={formatError(failed.error)}
        onRetry={() => {
          void details.refetch();
          void timeline.refetch();
          void notes.refetch();
        }}
      />
    );
  if (!details.data || !timeline.data || !notes.data) return <TextSkeleton label="Loading the call" />;
  return (
    <CallContent
      key={callId}
      details={details.data}
      timeline={timeline.data}
      notes={notes.data}
      linkedSeconds={t}
      initialQuery={q ?? ''}
    />
  );
}

function CallNotFound() {
  const navigate = useNavigate();
  const search = useCallsStore((state) => state.search);
  return (
    <div role="alert" className="h-full">
      <EmptyState
        illustration={<Illustration name="calls" />}
        title="This call is not here"
        action={<Button onClick={() => void navigate({ to: '/calls', search })}>Show the calls</Button>}
      >
        No call of this workspace has this address. It may belong to another workspace.
      </EmptyState>
    </div>
  );
}
