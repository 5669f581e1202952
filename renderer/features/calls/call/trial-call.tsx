import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCcw, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isCallEnded } from '../../../../shared/calls/call-status.ts';
import type { CallDetails, CallTimeline } from '../../../../shared/calls/calls.ts';
import { formatClock } from '../../../format/format-clock.ts';
import { formatError } from '../../../format/format-error.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { StatusLabel } from '../../../ui/feedback/status-label.tsx';
import { focusOnMount } from '../../../ui/focus/focus-on-mount.ts';
import { describeCall, formatDisposition } from '../call-labels.ts';
import { callQuery, timelineQuery } from '../call-query.ts';
import { useCallActions } from '../use-call-actions.tsx';
import { CallTranscript } from './call-transcript.tsx';
import { summarizeModelTurns } from './summarize-model-turns.ts';
import { SourcesTab } from './sidebar/sources-tab.tsx';
import { useCallPlayback } from './use-call-playback.ts';
import { useCurrentTurn } from './use-current-turn.ts';
import { useShownDetails } from './use-shown-details.ts';

type TrialCallProps = {
  readonly callId: string;
  /** Counts the changes of the draft. Null if it was published or discarded. */
  readonly draftRevision: number | null;
  readonly onTryAgain: () => void;
};

/** A call that tries a draft, beside the draft: its status and its transcript, and the replies of a practice call. */
export function TrialCall({ callId, ...props }: TrialCallProps) {
  const details = useQuery(callQuery(callId));
  const timeline = useQuery(timelineQuery(callId));
  const shownDetails = useShownDetails(details.data, timeline.isFetching);
  const failed = [details, timeline].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <ErrorState
        title="The trial could not be loaded"
        detail={formatError(failed.error)}
        onRetry={() => {
          void details.refetch();
          void timeline.refetch();
        }}
      />
    );
  if (!shownDetails || !timeline.data) return <TextSkeleton label="Loading the trial" />;
  return <LoadedTrial key={callId} details={shownDetails} timeline={timeline.data} {...props} />;
}

type LoadedTrialProps = Omit<TrialCallProps, 'callId'> & {
  readonly details: CallDetails;
  readonly timeline: CallTimeline;
};

function LoadedTrial({ details, timeline, draftRevision, onTryAgain }: LoadedTrialProps) {
  const { call_id: callId, status, practice, disposition, duration_seconds, tried } = details;
  const playback = useCallPlayback(details, timeline, undefined);
  const current = useCurrentTurn(details, timeline, playback);
  const { getActions, dialog } = useCallActions();
  const { cancel } = getActions(details);
  const [sourcesOf, setSourcesOf] = useState<number | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  // The button that started the trial is gone. The replies of a practice call take the focus themselves.
  useEffect(() => {
    if (!section.current?.contains(document.activeElement)) section.current?.focus({ preventScroll: true });
  }, []);
  const closeSources = () => {
    setSourcesOf(null);
    section.current?.focus();
  };
  const modelUse = useMemo(() => summarizeModelTurns(timeline.turns), [timeline.turns]);
  const isStale = tried !== null && draftRevision !== null && tried.draft_revision !== draftRevision;
  return (
    <section ref={section} tabIndex={-1} aria-label="Trial" className="flex min-h-0 flex-1 flex-col outline-none">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 px-6 pt-3 pb-2 text-small text-muted">
        <StatusLabel {...describeCall(details)} />
        {disposition !== null && <span className="text-ink">{formatDisposition(disposition)}</span>}
        {status === 'completed' && <span>Talk time {formatClock(duration_seconds)}</span>}
        {modelUse && <span>{modelUse.privacy}</span>}
        <span className="ml-auto flex items-center gap-2">
          {cancel && !practice && <ActionButton size="small" action={cancel} />}
          <Link
            to="/calls/$callId"
            params={{ callId }}
            search={{}}
            className="rounded-control px-1 text-accent hover:underline"
          >
            Open call
          </Link>
          {isCallEnded(status) && (
            <Button size="small" icon={<RotateCcw aria-hidden size={13} />} onClick={onTryAgain}>
              Try again
            </Button>
          )}
        </span>
        {details.reason !== null && <span className="basis-full break-words">{details.reason}</span>}
        {isStale && (
          <span role="note" className="basis-full">
            The draft was changed after this call started. Try it again to hear the changes.
          </span>
        )}
      </header>
      <div className="flex min-h-0 flex-1 flex-col border-t border-line/60">
        <CallTranscript
          details={details}
          timeline={timeline}
          current={current}
          canPlay={playback.source !== null}
          searchField={searchField}
          onShowSources={setSourcesOf}
        />
      </div>
      {sourcesOf !== null && (
        <section
          ref={focusOnMount}
          tabIndex={-1}
          aria-label="Sources"
          className="max-h-1/2 shrink-0 overflow-y-auto border-t border-line outline-none"
        >
          <div className="sticky top-0 flex items-center justify-between bg-surface px-4 pt-2">
            <h3 className="font-medium!">Sources</h3>
            <IconButton label="Close sources" icon={<X aria-hidden size={16} />} onClick={closeSources} />
          </div>
          <SourcesTab
            turns={timeline.turns}
            turnIndex={sourcesOf}
            isLive={!isCallEnded(status)}
            onPlayTurn={current.playTurn}
          />
        </section>
      )}
      {dialog}
    </section>
  );
}
