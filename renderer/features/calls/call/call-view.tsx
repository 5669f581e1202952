import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Problem } from '../../../../shared/contract/problems.ts';
import { isDialogOpen, isTextInput } from '../../../ui/commands/key-target.ts';
import { formatError } from '../../../format/format-error.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Illustration } from '../../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { useCallsStore } from '../calls-store.ts';
import { callQuery, notesQuery, timelineQuery } from '../call-query.ts';
import { CallContent } from './call-content.tsx';
import { useShownDetails } from './use-shown-details.ts';

/** Loads a call and shows it. */
export function CallView() {
  const { callId } = useParams({ from: '/calls/$callId' });
  const { t, q } = useSearch({ from: '/calls/$callId' });
  const details = useQuery(callQuery(callId));
  const timeline = useQuery(timelineQuery(callId));
  const notes = useQuery(notesQuery(callId));
  const shownDetails = useShownDetails(details.data, timeline.isFetching);
  useBackOnEscape();
  const failed = [details, timeline, notes].find(({ isError, data }) => isError && data === undefined);
  if (failed?.error instanceof Problem && failed.error.code === 'call_not_found') return <CallNotFound />;
  if (failed)
    return (
      <ErrorState
        title="The call could not be loaded"
        detail={formatError(failed.error)}
        onRetry={() => {
          void details.refetch();
          void timeline.refetch();
          void notes.refetch();
        }}
      />
    );
  if (!shownDetails || !timeline.data || !notes.data) return <TextSkeleton label="Loading call" />;
  return (
    <CallContent
      key={callId}
      details={shownDetails}
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
        title="Call not found"
        action={<Button onClick={() => void navigate({ to: '/calls', search })}>View calls</Button>}
      >
        This workspace has no call with this address. It may belong to another workspace.
      </EmptyState>
    </div>
  );
}

/** Returns to the list on Esc, unless a field, a menu or a dialog handles the key. */
function useBackOnEscape(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let wasDialogOpen = false;
    // A popover closes before the key event bubbles up here, so this is checked in the capture phase.
    const checkDialog = () => (wasDialogOpen = isDialogOpen());
    const goBack = (event: KeyboardEvent) => {
      const isHandled = wasDialogOpen || event.defaultPrevented || event.isComposing || isTextInput(event.target);
      if (event.key !== 'Escape' || isHandled) return;
      event.preventDefault();
      void navigate({ to: '/calls', search: useCallsStore.getState().search });
    };
    globalThis.addEventListener('keydown', checkDialog, { capture: true });
    globalThis.addEventListener('keydown', goBack);
    return () => {
      globalThis.removeEventListener('keydown', checkDialog, { capture: true });
      globalThis.removeEventListener('keydown', goBack);
    };
  }, [navigate]);
}
