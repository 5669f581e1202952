import { formatClock } from '../../../../format/format-clock.ts';

type TimeRulerProps = { readonly fromSeconds: number; readonly toSeconds: number };

const maxLabelCount = 12;

/** Labels are omitted this close to the right edge, as a fraction of the width, because they would be cut off. */
const labelWidthFraction = 0.05;

/** The time axis below the waveform, for the visible range. */
export function TimeRuler({ fromSeconds, toSeconds }: TimeRulerProps) {
  const spanSeconds = toSeconds - fromSeconds;
  if (spanSeconds <= 0) return <div className="h-4.5" />;
  return (
    <div aria-hidden="true" className="relative h-4.5 overflow-hidden">
      {createRulerTicks(fromSeconds, toSeconds, maxLabelCount).map(({ seconds, isLabeled }) => (
        <span
          key={seconds}
          className={
            isLabeled
              ? 'absolute top-0.5 h-4 border-l border-edge pl-1 text-[10px] leading-4 text-muted'
              : 'absolute top-0.5 h-1.5 border-l border-line'
          }
          style={{ left: `${((seconds - fromSeconds) / spanSeconds) * 100}%` }}
        >
          {isLabeled && (toSeconds - seconds) / spanSeconds > labelWidthFraction && formatClock(seconds)}
        </span>
      ))}
    </div>
  );
}

export type RulerTick = { readonly seconds: number; readonly isLabeled: boolean };

/** Pairs of the seconds between labels and the number of ticks per label. */
const labelIntervals = [
  [1, 2],
  [2, 2],
  [5, 5],
  [10, 2],
  [30, 3],
  [60, 2],
  [120, 2],
  [300, 5],
  [600, 2],
  [1800, 3],
  [3600, 2],
] as const;

/** Returns the ticks of a time range, at the smallest interval that needs at most `maxLabels` labels. */
export function createRulerTicks(fromSeconds: number, toSeconds: number, maxLabels: number): readonly RulerTick[] {
  const spanSeconds = toSeconds - fromSeconds;
  const [labelSeconds, ticksPerLabel] = labelIntervals.find(([seconds]) => spanSeconds / seconds <= maxLabels) ?? [
    7200, 2,
  ];
  const tickSeconds = labelSeconds / ticksPerLabel;
  const first = Math.ceil(fromSeconds / tickSeconds);
  const count = Math.max(0, Math.floor(toSeconds / tickSeconds) - first + 1);
  return Array.from({ length: count }, (_, index) => ({
    seconds: (first + index) * tickSeconds,
    isLabeled: (first + index) % ticksPerLabel === 0,
  }));
}
