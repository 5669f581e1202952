import { useCallback, useRef, useState } from 'react';
import { isOver } from '../../../shared/call-status.ts';
import type { CallDetails, Timeline } from '../../../shared/calls.ts';
import type { Note } from '../../../shared/notes.ts';
import { findPreviousTurn, findTurnAt } from '../find-turn.ts';
import { changeRate } from '../player/player.ts';
import { usePlayer } from '../player/player-store.ts';
import type { CallDeed } from './call-keys.ts';
import { CallHead } from './call-head.tsx';
import { CallStage } from './call-stage.tsx';
import { Composer } from './live/composer.tsx';
import { CallSide, type SideTab } from './side/call-side.tsx';
import { Transcript } from './transcript/transcript.tsx';
import { useCallKeys } from './use-call-keys.ts';
import { usePlayback } from './use-playback.ts';

type CallRoomProps = {
  readonly details: CallDetails;
  readonly timeline: Timeline;
  readonly notes: readonly Note[];
  /** Where a link leads to. */
  readonly atSeconds: number | undefined;
  /** The words that a link marks. */
  readonly wanted: string;
};

/** A call's head, its waves and player, its transcript, and what stands behind it. */
export function CallRoom({ details, timeline, notes, atSeconds, wanted }: CallRoomProps) {
  const { call_id, status, typed } = details;
  const { turns } = timeline;
  const isLive = !isOver(status);
  const playback = usePlayback(details, timeline, atSeconds);
  const { moveTo, hearFrom } = playback;
  const canHear = playback.source !== null;
  const heardIndex = usePlayer(({ source, seconds }) =>
    findTurnAt(turns, source?.callId === call_id ? seconds : playback.waitingSeconds),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const currentIndex = isLive ? turns.length - 1 : canHear ? heardIndex : (chosen ?? heardIndex);
  const [isFollowing, setFollowing] = useState(true);
  const [tab, setTab] = useState<SideTab>('passages');
  const [isVolumeOpen, setVolumeOpen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);

  const hear = useCallback(
    (index: number) => {
      setChosen(canHear ? null : index);
      setFollowing(true);
      hearFrom(turns[index]?.start_seconds ?? 0);
    },
    [turns, canHear, hearFrom],
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
      moveTo(seconds);
    },
    [moveTo],
  );
  const writeNote = () => {
    setTab('notes');
    requestAnimationFrame(() => noteField.current?.focus()); // the tab is shown by then
  };
  useCallKeys((deed: CallDeed) => {
    const seconds = playback.readSeconds();
    switch (deed.deed) {
      case 'toggle':
        return playback.toggle();
      case 'seek-by':
        return seek(seconds + deed.seconds);
      case 'seek-to':
        return seek(deed.share * playback.durationSeconds);
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
      <CallHead details={details} turns={turns} notes={notes} />
      <CallStage
        details={details}
        timeline={timeline}
        notes={notes}
        playback={playback}
        currentTurn={turns[currentIndex] ?? null}
        isFollowing={isFollowing}
        isVolumeOpen={isVolumeOpen}
        onVolume={setVolumeOpen}
        onSeek={seek}
        onLookAway={lookAway}
      />
      <div className="flex min-h-0 flex-1 border-t border-line">
        <div className="flex min-w-0 flex-1 flex-col">
          <Transcript
            turns={turns}
            currentIndex={currentIndex}
            wanted={wanted}
            searchField={searchField}
            isFollowing={isFollowing}
            onFollow={setFollowing}
            onHear={hear}
            onCite={cite}
          >
            {turns.length === 0 && (
              <p className="px-6 py-2 text-muted">{isLive ? 'Nothing has been said yet.' : 'Nothing was said.'}</p>
            )}
          </Transcript>
          {typed && status === 'in_progress' && <Composer callId={call_id} turns={turns} />}
        </div>
        <CallSide
          details={details}
          turns={turns}
          notes={notes}
          index={chosen ?? currentIndex}
          tab={tab}
          noteField={noteField}
          onTab={setTab}
          onHear={hear}
          onSeek={seek}
        />
      </div>
    </div>
  );
}
