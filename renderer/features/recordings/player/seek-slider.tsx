import type { KeyboardEvent } from 'react';
import { formatClock } from '../../../format/format-clock.ts';
import { classNames } from '../../../ui/page/class-names.ts';
import { findTurnAt, isTurnSpokenAt } from '../find-turn.ts';
import { seek } from './player.ts';
import { usePlayerStore } from './player-store.ts';
import { speakerLabels } from '../../../format/speaker-labels.ts';

const pageSeconds = 30;

/** The position as a slider for keyboards and screen readers; the waveform serves the pointer. */
export function SeekSlider({ className }: { readonly className?: string }) {
  const source = usePlayerStore((state) => state.source);
  const seconds = usePlayerStore((state) => state.seconds);
  if (!source) return null;
  const { durationSeconds, timeline } = source;
  const turn = timeline.turns[findTurnAt(timeline.turns, seconds)];
  const speakerText =
    isTurnSpokenAt(turn, seconds) && turn ? `${speakerLabels[turn.speaker].toLowerCase()} speaking` : 'silence';
  const onKeyDown = (event: KeyboardEvent) => {
    const target = {
      Home: 0,
      End: durationSeconds,
      PageUp: seconds + pageSeconds,
      PageDown: seconds - pageSeconds,
      ArrowUp: seconds + 5,
      ArrowDown: seconds - 5,
      ArrowRight: seconds + (event.shiftKey ? 15 : 5),
      ArrowLeft: seconds - (event.shiftKey ? 15 : 5),
    }[event.key];
    if (target === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    seek(target);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={Math.round(durationSeconds)}
      aria-valuenow={Math.round(seconds)}
      aria-valuetext={`${formatClock(seconds)} of ${formatClock(durationSeconds)}, ${speakerText}`}
      onKeyDown={onKeyDown}
      className={classNames('h-1 overflow-hidden rounded-full bg-well', className)}
    >
      <div className="h-full bg-accent" style={{ width: `${(seconds / durationSeconds) * 100}%` }} />
    </div>
  );
}
