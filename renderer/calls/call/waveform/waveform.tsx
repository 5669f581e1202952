import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import type { TimedTurn, CallTimeline } from '../../../../shared/calls.ts';
import type { Note } from '../../../../shared/notes.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MiniWaveform } from '../../player/mini-waveform.tsx';
import { usePlayerSeconds } from '../../player/player-store.ts';
import { useWaveformColors } from '../../player/waveform-colors.ts';
import { createWaveformRenderer, type WaveformRenderer } from './create-waveform-renderer.ts';
import { TimeRuler } from './time-ruler.tsx';
import { useLaneHeightPx } from './use-lane-height.ts';

type WaveformProps = {
  readonly timeline: CallTimeline;
  readonly durationSeconds: number;
  readonly initialSeconds: number;
  /** The turn that is marked. */
  readonly currentTurn: TimedTurn | null;
  readonly notes: readonly Note[];
  readonly isFollowing: boolean;
  readonly onSeek: (seconds: number) => void;
  /** A person looks elsewhere. */
  readonly onStopFollowing: () => void;
};

/** A recording of this length has more than one width can show. */
const zoomableSecondsMin = 5 * 60;

/** The recording as a picture: a lane a speaker; a long one with a small picture of the whole above, to come closer. */
export function Waveform(props: WaveformProps) {
  const { timeline, durationSeconds, initialSeconds, currentTurn, notes, isFollowing, onSeek, onStopFollowing } = props;
  const host = useRef<HTMLDivElement>(null);
  const wave = useRef<WaveformRenderer>(null);
  const seconds = usePlayerSeconds(timeline.call_id) ?? initialSeconds;
  const colors = useWaveformColors();
  const lanePx = useLaneHeightPx();
  const [view, setView] = useState<readonly [number, number]>([0, 1]);
  const [factor, setFactor] = useState(1);

  const zoomBy = (by: number, anchorSeconds = seconds) => {
    if (wave.current) setFactor(wave.current.zoom(factor * by, anchorSeconds));
  };
  const draw = useEffectEvent(
    (element: HTMLElement, recording: Pick<WaveformProps, 'timeline' | 'durationSeconds'> & { lanePx: number }) => {
      const drawn = createWaveformRenderer(element, {
        ...recording,
        colors,
        onVisibleRangeChange: (from, to) => setView([from, to]),
      });
      drawn.setCurrentTurn(currentTurn);
      drawn.setNotes(notes);
      drawn.setTime(seconds, true);
      return drawn;
    },
  );
  const turnWheel = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 200), wave.current?.getSecondsAt(event) ?? seconds);
    } else if (event.deltaX !== 0) onStopFollowing();
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
  useEffect(() => wave.current?.setCurrentTurn(currentTurn), [currentTurn]);
  useEffect(() => wave.current?.setNotes(notes), [notes]);
  useEffect(() => wave.current?.setTime(seconds, isFollowing), [seconds, isFollowing]);

  const seekTo = (event: PointerEvent<HTMLElement>) => {
    const wanted = wave.current?.getSecondsAt(event) ?? null;
    if (wanted !== null) onSeek(wanted);
    return wanted !== null;
  };
  return (
    <div>
      {durationSeconds >= zoomableSecondsMin && (
        <div className="mb-1.5 flex items-center gap-1">
          <MiniWaveform
            peaks={timeline.peaks}
            fraction={seconds / durationSeconds}
            onSeek={(share) => onSeek(share * durationSeconds)}
            visibleRange={factor > 1 ? view : null}
            className="h-7 flex-1 rounded-mark bg-chrome"
          />
          <IconButton label="Come closer" icon={<ZoomIn aria-hidden size={15} />} onClick={() => zoomBy(2)} />
          <IconButton
            label="Step back"
            disabledReason={factor === 1 ? 'All of it is shown.' : null}
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
          else onStopFollowing(); // its scrollbar
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
        }}
        style={{ minHeight: 2 * lanePx }}
        className="touch-none"
      />
      <TimeRuler fromSeconds={view[0] * durationSeconds} toSeconds={view[1] * durationSeconds} />
    </div>
  );
}
