import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import type { TimedTurn, CallTimeline } from '../../../../../shared/calls/calls.ts';
import type { Note } from '../../../../../shared/calls/notes.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { useMediaQuery } from '../../../../ui/page/use-media-query.ts';
import { MiniWaveform, usePlayerSeconds, useWaveformColors } from '../../../recordings/public.ts';
import { createWaveformRenderer, type WaveformRenderer } from './create-waveform-renderer.ts';
import type { Topic } from '../../../../../shared/calls/find-topics.ts';
import { TimeRuler } from './time-ruler.tsx';
import { TopicMarkers } from './topic-markers.tsx';

type WaveformProps = {
  readonly timeline: CallTimeline;
  readonly durationSeconds: number;
  readonly initialSeconds: number;
  readonly currentTurn: TimedTurn | null;
  readonly topics: readonly Topic[];
  readonly notes: readonly Note[];
  readonly isFollowing: boolean;
  readonly onSeek: (seconds: number) => void;
  readonly onStopFollowing: () => void;
};

/** Recordings of at least this duration can be zoomed. */
const minZoomableSeconds = 5 * 60;

/** The height of one speaker's lane. Lower windows have smaller lanes, so that the transcript keeps enough space. */
const laneHeightsPx = { tall: 52, low: 34 } as const;

/** The waveform with one lane per speaker. A long recording also has an overview and zoom buttons. */
export function Waveform(props: WaveformProps) {
  const {
    timeline,
    durationSeconds,
    initialSeconds,
    currentTurn,
    topics,
    notes,
    isFollowing,
    onSeek,
    onStopFollowing,
  } = props;
  const host = useRef<HTMLDivElement>(null);
  const waveform = useRef<WaveformRenderer>(null);
  const seconds = usePlayerSeconds(timeline.call_id) ?? initialSeconds;
  const colors = useWaveformColors();
  const lanePx = useMediaQuery('(min-height: 720px)') ? laneHeightsPx.tall : laneHeightsPx.low;
  const [visibleRange, setVisibleRange] = useState<readonly [number, number]>([0, 1]);
  const [factor, setFactor] = useState(1);

  const zoomBy = (multiplier: number, anchorSeconds = seconds) => {
    if (waveform.current) setFactor(waveform.current.zoom(factor * multiplier, anchorSeconds));
  };
  const render = useEffectEvent(
    (element: HTMLElement, recording: Pick<WaveformProps, 'timeline' | 'durationSeconds'> & { lanePx: number }) => {
      const renderer = createWaveformRenderer(element, {
        ...recording,
        colors,
        onVisibleRangeChange: (from, to) => setVisibleRange([from, to]),
      });
      renderer.setCurrentTurn(currentTurn);
      renderer.setNotes(notes);
      renderer.setTime(seconds, true);
      return renderer;
    },
  );
  const handleWheel = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 200), waveform.current?.getSecondsAt(event) ?? seconds);
    } else if (event.deltaX !== 0) onStopFollowing();
  });
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const renderer = render(element, { timeline, durationSeconds, lanePx });
    waveform.current = renderer;
    const onWheel = (event: WheelEvent) => handleWheel(event);
    // React's wheel listener is passive and cannot prevent page zoom.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
      renderer.destroy();
      waveform.current = null;
      setFactor(1);
    };
  }, [timeline, durationSeconds, lanePx]);
  useEffect(() => waveform.current?.setColors(colors), [colors]);
  useEffect(() => waveform.current?.setCurrentTurn(currentTurn), [currentTurn]);
  useEffect(() => waveform.current?.setNotes(notes), [notes]);
  useEffect(() => waveform.current?.setTime(seconds, isFollowing), [seconds, isFollowing]);

  const seekTo = (event: PointerEvent<HTMLElement>) => {
    const targetSeconds = waveform.current?.getSecondsAt(event) ?? null;
    if (targetSeconds !== null) onSeek(targetSeconds);
    return targetSeconds !== null;
  };
  return (
    <div>
      {durationSeconds >= minZoomableSeconds && (
        <div className="mb-1.5 flex items-center gap-1">
          <MiniWaveform
            peaks={timeline.peaks}
            fraction={seconds / durationSeconds}
            onSeek={(fraction) => onSeek(fraction * durationSeconds)}
            visibleRange={factor > 1 ? visibleRange : null}
            className="h-7 flex-1 rounded-mark bg-chrome"
          />
          <IconButton label="Zoom in" icon={<ZoomIn aria-hidden size={15} />} onClick={() => zoomBy(2)} />
          <IconButton
            label="Zoom out"
            disabledReason={factor === 1 ? 'The whole recording is visible.' : null}
            icon={<ZoomOut aria-hidden size={15} />}
            onClick={() => zoomBy(0.5)}
          />
        </div>
      )}
      <TopicMarkers
        topics={timeline.times === 'unknown' ? [] : topics}
        turns={timeline.turns}
        fromSeconds={visibleRange[0] * durationSeconds}
        toSeconds={visibleRange[1] * durationSeconds}
        onSeek={onSeek}
      />
      <div
        ref={host}
        aria-hidden="true"
        data-part="waveform"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          if (seekTo(event)) event.currentTarget.setPointerCapture(event.pointerId);
          else onStopFollowing(); // on the scrollbar
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
        }}
        style={{ minHeight: 2 * lanePx }}
        className="touch-none"
      />
      <TimeRuler fromSeconds={visibleRange[0] * durationSeconds} toSeconds={visibleRange[1] * durationSeconds} />
    </div>
  );
}
