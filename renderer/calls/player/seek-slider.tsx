import type { KeyboardEvent } from 'react';
import { formatClock } from '../../format/format-clock.ts';
import { speakerLabels } from '../call/transcript-export.ts';
import { classNames } from '../../ui/class-names.ts';
import { findTurnAt, isTurnSpokenAt } from '../find-turn.ts';
import { seek } from './player.ts';
import { usePlayerStore } from './player-store.ts';

const pageSeconds = 30;

/** Where the recording stands, for keys and screen readers, as one thin line; the waves are for the pointer. */
export function SeekSlider({ className }: { readonly className?: string }) {
  const source = usePlayerStore((state) => state.source);
  const seconds = usePlayerStore((state) => state.seconds);
  if (!source) return null;
  const { durationSeconds, timeline } = source;
  const turn = timeline.turns[findTurnAt(timeline.turns, seconds)];
  const speaking =
    isTurnSpokenAt(turn, seconds) && turn ? `${speakerLabels[turn.speaker].toLowerCase()} speaking` : 'silence';
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      Home: 0,
      End: durationSeconds,
      PageUp: seconds + pageSeconds,
      PageDown: seconds - pageSeconds,
      ArrowUp: seconds + 5,
      ArrowDown: seconds - 5,
      ArrowRight: seconds + (event.shiftKey ? 15 : 5),
      ArrowLeft: seconds - (event.shiftKey ? 15 : 5),
    }[event.key];
    if (to === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    seek(to);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={Math.round(durationSeconds)}
      aria-valuenow={Math.round(seconds)}
      aria-valuetext={`${formatClock(seconds)} of ${formatClock(durationSeconds)}, ${speaking}`}
      onKeyDown={onKeyDown}
      className={classNames('h-1 overflow-hidden rounded-full bg-well', className)}
    >
      <div className="h-full bg-accent" style={{ width: `${(seconds / durationSeconds) * 100}%` }} />
    </div>
  );
}
