import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { formatClock } from '../../../../format/format-clock.ts';
import type { Topic } from '../../../../../shared/calls/find-topics.ts';

type TopicMarkersProps = {
  readonly topics: readonly Topic[];
  readonly turns: readonly Pick<TimedTurn, 'start_seconds'>[];
  /** The visible range of the waveform. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly onSeek: (seconds: number) => void;
};

/**
 * The topics above the waveform. A label ends where the next topic begins, and is left out if there is no space for it. It is for
 * the pointer only; the list of topics serves keyboards and screen readers.
 */
export function TopicMarkers({ topics, turns, fromSeconds, toSeconds, onSeek }: TopicMarkersProps) {
  const spanSeconds = toSeconds - fromSeconds;
  const toPercent = (seconds: number) => Math.min(100, Math.max(0, ((seconds - fromSeconds) / spanSeconds) * 100));
  const startSeconds = topics.map(({ turnIndex }) => turns[turnIndex]?.start_seconds ?? 0);
  return (
    <div aria-hidden="true" data-part="topics" className="relative h-4.5 overflow-hidden">
      {topics.map(({ turnIndex, label }, index) => {
        const seconds = startSeconds[index] ?? 0;
        const left = toPercent(seconds);
        const width = toPercent(startSeconds[index + 1] ?? toSeconds) - left;
        if (spanSeconds <= 0 || width <= 0) return null;
        return (
          <div
            key={turnIndex}
            title={`${label}, ${formatClock(seconds)}`}
            onPointerDown={(event) => event.button === 0 && onSeek(seconds)}
            className="@container absolute top-0 h-4 cursor-pointer border-l border-edge text-[10px] leading-4 text-muted hover:bg-hover hover:text-ink"
            style={{ left: `${left}%`, width: `${width}%` }}
          >
            <bdi className="block truncate px-1 @max-[36px]:hidden">{label}</bdi>
          </div>
        );
      })}
    </div>
  );
}
