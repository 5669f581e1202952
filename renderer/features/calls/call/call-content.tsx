import { useCallback, useMemo, useRef, useState } from 'react';
import { isCallEnded } from '../../../../shared/calls/call-status.ts';
import type { CallDetails, CallTimeline, TimedTurn } from '../../../../shared/calls/calls.ts';
import type { Note } from '../../../../shared/calls/notes.ts';
import { findTopics, type Topic } from '../../../../shared/calls/find-topics.ts';
import { changeRate, findPreviousTurn, findTurnAt } from '../../recordings/public.ts';
import { keepSidebarTab, useCallsStore } from '../calls-store.ts';
import { useCallShortcuts } from './call-shortcuts.ts';
import { CallHeader } from './call-header.tsx';
import { CallMedia } from './call-media.tsx';
import { CallTranscript } from './call-transcript.tsx';
import { CallSidebar } from './sidebar/call-sidebar.tsx';
import { useCallNeighbors } from './use-call-neighbors.ts';
import { useCallPlayback } from './use-call-playback.ts';
import { useCurrentTurn } from './use-current-turn.ts';
import { useDeferredTurns } from './use-deferred-turns.ts';

type CallContentProps = {
  readonly details: CallDetails;
  readonly timeline: CallTimeline;
  readonly notes: readonly Note[];
  /** The time that the URL links to. */
  readonly linkedSeconds: number | undefined;
  /** The search text that the URL contains. */
  readonly initialQuery: string;
};

/** The header of a call, its waveform and player, its transcript, and the sidebar. */
export function CallContent({ details, timeline, notes, linkedSeconds, initialQuery }: CallContentProps) {
  const { call_id, status } = details;
  const { turns } = timeline;
  const isLive = !isCallEnded(status);
  const topics = useTopics(turns, isLive);
  const playback = useCallPlayback(details, timeline, linkedSeconds);
  const { seekTo } = playback;
  const canPlay = playback.source !== null;
  const current = useCurrentTurn(details, timeline, playback);
  const { currentIndex, selectedIndex, selectTurn, setFollowing, playTurn } = current;
  const [tab, setTab] = useState(
    // What was tried is beside the transcript at first.
    () => useCallsStore.getState().keptTab ?? (details.tried ? 'metadata' : 'sources'),
  );
  const neighbors = useCallNeighbors(call_id, () => keepSidebarTab(tab));
  const [isVolumeOpen, setVolumeOpen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);

  const showSources = useCallback(
    (index: number) => {
      selectTurn(index);
      setTab('sources');
    },
    [selectTurn],
  );
  const stopFollowing = useCallback(() => setFollowing(false), [setFollowing]);
  /** The call has ended, and only its transcript was kept. */
  const isTranscriptOnly = !canPlay && !isLive;
  /** Where a new note is made if nothing is played. Notes and links have tenths of seconds, none before the current turn. */
  const unplayedSeconds = isTranscriptOnly
    ? Math.ceil((turns[currentIndex]?.start_seconds ?? 0) * 10) / 10
    : playback.initialSeconds;
  const getSeconds = () => (isTranscriptOnly ? unplayedSeconds : playback.getCurrentSeconds());
  const seek = useCallback(
    (seconds: number) => {
      selectTurn(isTranscriptOnly ? findTurnAt(turns, seconds) : null);
      setFollowing(true);
      seekTo(seconds);
    },
    [turns, isTranscriptOnly, seekTo, selectTurn, setFollowing],
  );
  const goToTurn = (index: number) => {
    if (timeline.times !== 'unknown') seek(turns[index]?.start_seconds ?? 0);
    if (!canPlay || timeline.times === 'unknown') selectTurn(index);
    focusTurn(index);
  };
  const startNote = () => {
    setTab('notes');
    requestAnimationFrame(() => noteField.current?.focus()); // the tab is rendered by then
  };
  useCallShortcuts((action) => {
    const seconds = getSeconds();
    switch (action.type) {
      case 'toggle-play':
        return playback.togglePlay();
      case 'seek-by':
        return seek(seconds + action.seconds);
      case 'seek-to':
        return seek(action.fraction * playback.durationSeconds);
      case 'step-rate':
        return changeRate(action.direction);
      case 'step-turn': {
        const index = action.direction === 1 ? findTurnAt(turns, seconds) + 1 : findPreviousTurn(turns, seconds);
        return seek(turns[index]?.start_seconds ?? seconds);
      }
      case 'step-call':
        return neighbors.goTo(action.direction === 1 ? 'next' : 'previous');
      case 'volume':
        return setVolumeOpen(true);
      case 'search':
        return searchField.current?.select();
      case 'add-note':
        return startNote();
    }
  });

  return (
    // In a low window the whole view scrolls. In a narrow one the details are below the transcript.
    <div className="@container flex h-full flex-col overflow-y-auto">
      <CallHeader details={details} timeline={timeline} notes={notes} neighbors={neighbors} getSeconds={getSeconds} />
      <CallMedia
        details={details}
        timeline={timeline}
        topics={topics}
        notes={notes}
        playback={playback}
        currentTurn={turns[currentIndex] ?? null}
        isFollowing={current.isFollowing}
        isVolumeOpen={isVolumeOpen}
        onVolumeOpenChange={setVolumeOpen}
        onSeek={seek}
        onStopFollowing={stopFollowing}
      />
      <div className="flex min-h-60 flex-1 border-t border-line @max-2xl:flex-none @max-2xl:flex-col">
        {/* Fills a narrow window that is scrolled to it, so that its turns are read in one place. */}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col @max-2xl:h-[max(20rem,100svh-15rem)] @max-2xl:flex-none">
          <CallTranscript
            details={details}
            timeline={timeline}
            current={current}
            canPlay={canPlay}
            initialQuery={initialQuery}
            searchField={searchField}
            onShowSources={showSources}
          />
        </div>
        <CallSidebar
          details={details}
          timeline={timeline}
          notes={notes}
          topics={topics}
          turnIndex={selectedIndex ?? currentIndex}
          unplayedSeconds={unplayedSeconds}
          tab={tab}
          noteField={noteField}
          onTabChange={setTab}
          onPlayTurn={playTurn}
          onSeek={seek}
          onGoToTurn={goToTurn}
        />
      </div>
    </div>
  );
}

/** Focuses a turn of the transcript: its button, or its row if the time of the turn is not known. */
function focusTurn(index: number): void {
  const row = document.querySelector<HTMLElement>(`[data-turn="${index}"]`);
  const button = row?.querySelector<HTMLElement>('[data-play-turn]');
  if (!row || button) return button?.focus();
  row.tabIndex = -1; // not in the order of the Tab key
  row.focus();
}

const noTopics: readonly Topic[] = [];

/** Returns the topics of a call that has ended. Those of a long call are found after the waveform is drawn. */
function useTopics(turns: readonly TimedTurn[], isLive: boolean): readonly Topic[] {
  const deferredTurns = useDeferredTurns(turns);
  return useMemo(() => (isLive ? noTopics : findTopics(deferredTurns)), [isLive, deferredTurns]);
}
