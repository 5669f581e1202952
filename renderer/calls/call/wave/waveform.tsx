import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import type { TimedTurn, Timeline } from '../../../../shared/calls.ts';
import type { Note } from '../../../../shared/notes.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MiniWave } from '../../player/mini-wave.tsx';
import { useSecondsIn } from '../../player/player-store.ts';
import { useWaveColors } from '../../player/wave-colors.ts';
import { createWave, type Wave } from './create-wave.ts';
import { Ruler } from './ruler.tsx';
import { useLaneHeight } from './use-lane-height.ts';

type WaveformProps = {
  readonly timeline: Timeline;
  readonly durationSeconds: number;
  readonly waitingSeconds: number;
  /** The turn that is marked. */
  readonly currentTurn: TimedTurn | null;
  readonly notes: readonly Note[];
  readonly isFollowing: boolean;
  readonly onSeek: (seconds: number) => void;
  /** A person looks elsewhere. */
  readonly onLookAway: () => void;
};

/** A recording of this length has more than one width can show. */
const longSeconds = 5 * 60;

/** The recording as a picture: a lane a speaker; a long one with a small picture of the whole above, to come closer. */
export function Waveform(props: WaveformProps) {
  const { timeline, durationSeconds, waitingSeconds, currentTurn, notes, isFollowing, onSeek, onLookAway } = props;
  const host = useRef<HTMLDivElement>(null);
  const wave = useRef<Wave>(null);
  const seconds = useSecondsIn(timeline.call_id) ?? waitingSeconds;
  const colors = useWaveColors();
  const lanePx = useLaneHeight();
  const [view, setView] = useState<readonly [number, number]>([0, 1]);
  const [factor, setFactor] = useState(1);

  const zoomBy = (by: number, anchorSeconds = seconds) => {
    if (wave.current) setFactor(wave.current.zoom(factor * by, anchorSeconds));
  };
  const draw = useEffectEvent(
    (element: HTMLElement, recording: Pick<WaveformProps, 'timeline' | 'durationSeconds'> & { lanePx: number }) => {
      const drawn = createWave(element, { ...recording, colors, onView: (from, to) => setView([from, to]) });
      drawn.showTurn(currentTurn);
      drawn.showNotes(notes);
      drawn.showTime(seconds, true);
      return drawn;
    },
  );
  const turnWheel = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 200), wave.current?.secondsAt(event) ?? seconds);
    } else if (event.deltaX !== 0) onLookAway();
  });
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const drawn = draw(element, { timeline, durationSeconds, lanePx });
    wave.current = drawn;
    const onWheel = (event: WheelEvent) => turnWheel(event);
    element.addEventListener('wheel', onWheel, { passive: false }); // React's own cannot hold the page's zoom back
    return () => {
      element.removeEventListener('wheel', onWheel);
      drawn.destroy();
      wave.current = null;
      setFactor(1);
    };
  }, [timeline, durationSeconds, lanePx]);
  useEffect(() => wave.current?.setColors(colors), [colors]);
  useEffect(() => wave.current?.showTurn(currentTurn), [currentTurn]);
  useEffect(() => wave.current?.showNotes(notes), [notes]);
  useEffect(() => wave.current?.showTime(seconds, isFollowing), [seconds, isFollowing]);

  const seekTo = (event: PointerEvent<HTMLElement>) => {
    const wanted = wave.current?.secondsAt(event) ?? null;
    if (wanted !== null) onSeek(wanted);
    return wanted !== null;
  };
  return (
    <div>
      {durationSeconds >= longSeconds && (
        <div className="mb-1.5 flex items-center gap-1">
          <MiniWave
            peaks={timeline.peaks}
            share={seconds / durationSeconds}
            onSeek={(share) => onSeek(share * durationSeconds)}
            frame={factor > 1 ? view : null}
            className="h-7 flex-1 rounded-mark bg-chrome"
          />
          <IconButton label="Come closer" icon={<ZoomIn aria-hidden size={15} />} onClick={() => zoomBy(2)} />
          <IconButton
            label="Step back"
            unavailable={factor === 1 ? 'All of it is shown.' : null}
            icon={<ZoomOut aria-hidden size={15} />}
            onClick={() => zoomBy(0.5)}
          />
        </div>
      )}
      <div
        ref={host}
        aria-hidden="true"
        data-part="waveform"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          if (seekTo(event)) event.currentTarget.setPointerCapture(event.pointerId);
          else onLookAway(); // its scrollbar
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
        }}
        style={{ minHeight: 2 * lanePx }}
        className="touch-none"
      />
      <Ruler fromSeconds={view[0] * durationSeconds} toSeconds={view[1] * durationSeconds} />
    </div>
  );
}
