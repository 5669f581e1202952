import { useCallback, useRef, useState } from 'react';
import { isCallEnded } from '../../../shared/call-status.ts';
import type { CallDetails, CallTimeline } from '../../../shared/calls.ts';
import type { Note } from '../../../shared/notes.ts';
import { findPreviousTurn, findTurnAt } from '../find-turn.ts';
import { changeRate } from '../player/player.ts';
import { usePlayerStore } from '../player/player-store.ts';
import type { CallShortcutAction } from './call-shortcuts.ts';
import { CallHeader } from './call-header.tsx';
import { CallMedia } from './call-media.tsx';
import { PracticeComposer } from './live/practice-composer.tsx';
import { CallSidebar, type CallSidebarTab } from './sidebar/call-sidebar.tsx';
import { Transcript } from './transcript/transcript.tsx';
import { useCallShortcuts } from './use-call-shortcuts.ts';
import { useCallPlayback } from './use-call-playback.ts';

type CallContentProps = {
  readonly details: CallDetails;
  readonly timeline: CallTimeline;
  readonly notes: readonly Note[];
  /** Where a link leads to. */
  readonly linkedSeconds: number | undefined;
  /** The words that a link marks. */
  readonly initialQuery: string;
};

/** A call's head, its waves and player, its transcript, and what stands behind it. */
export function CallContent({ details, timeline, notes, linkedSeconds, initialQuery }: CallContentProps) {
  const { call_id, status, practice } = details;
  const { turns } = timeline;
  const isLive = !isCallEnded(status);
  const playback = useCallPlayback(details, timeline, linkedSeconds);
  const { seekTo, playFrom } = playback;
  const canHear = playback.source !== null;
  const heardIndex = usePlayerStore(({ source, seconds }) =>
    findTurnAt(turns, source?.callId === call_id ? seconds : playback.initialSeconds),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const currentIndex = isLive ? turns.length - 1 : canHear ? heardIndex : (chosen ?? heardIndex);
  const [isFollowing, setFollowing] = useState(true);
  const [tab, setTab] = useState<CallSidebarTab>('passages');
  const [isVolumeOpen, setVolumeOpen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);

  const hear = useCallback(
    (index: number) => {
      setChosen(canHear ? null : index);
      setFollowing(true);
      playFrom(turns[index]?.start_seconds ?? 0);
    },
    [turns, canHear, playFrom],
  );
  const cite = useCallback((index: number) => {
    setChosen(index);
    setTab('passages');
  }, []);
  const lookAway = useCallback(() => setFollowing(false), []);
  const seek = useCallback(
    (seconds: number) => {
      setChosen(null);
      setFollowing(true);
      seekTo(seconds);
    },
    [seekTo],
  );
  const writeNote = () => {
    setTab('notes');
    requestAnimationFrame(() => noteField.current?.focus()); // the tab is shown by then
  };
  useCallShortcuts((deed: CallShortcutAction) => {
    const seconds = playback.getCurrentSeconds();
    switch (deed.type) {
      case 'toggle':
        return playback.togglePlay();
      case 'seek-by':
        return seek(seconds + deed.seconds);
      case 'seek-to':
        return seek(deed.fraction * playback.durationSeconds);
      case 'rate':
        return changeRate(deed.direction);
      case 'turn': {
        const next = deed.direction === 1 ? findTurnAt(turns, seconds) + 1 : findPreviousTurn(turns, seconds);
        return seek(turns[next]?.start_seconds ?? seconds);
      }
      case 'voices':
        return setVolumeOpen(true);
      case 'search':
        return searchField.current?.select();
      case 'note':
        return writeNote();
    }
  });

  return (
    <div className="flex h-full flex-col">
      <CallHeader details={details} turns={turns} notes={notes} />
      <CallMedia
        details={details}
        timeline={timeline}
        notes={notes}
        playback={playback}
        currentTurn={turns[currentIndex] ?? null}
        isFollowing={isFollowing}
        isVolumeOpen={isVolumeOpen}
        onVolumeOpenChange={setVolumeOpen}
        onSeek={seek}
        onStopFollowing={lookAway}
      />
      <div className="flex min-h-0 flex-1 border-t border-line">
        <div className="flex min-w-0 flex-1 flex-col">
          <Transcript
            turns={turns}
            currentIndex={currentIndex}
            initialQuery={initialQuery}
            searchField={searchField}
            isFollowing={isFollowing}
            onFollowingChange={setFollowing}
            onPlayTurn={hear}
            onShowSources={cite}
          >
            {turns.length === 0 && (
              <p className="px-6 py-2 text-muted">{isLive ? 'Nothing has been said yet.' : 'Nothing was said.'}</p>
            )}
          </Transcript>
          {practice && status === 'in_progress' && <PracticeComposer callId={call_id} turns={turns} />}
        </div>
        <CallSidebar
          details={details}
          turns={turns}
          notes={notes}
          turnIndex={chosen ?? currentIndex}
          tab={tab}
          noteField={noteField}
          onTabChange={setTab}
          onPlayTurn={hear}
          onSeek={seek}
        />
      </div>
    </div>
  );
}
