import { formatClock } from '../../../format/format-clock.ts';
import { createRulerTicks } from './create-ruler-ticks.ts';

type TimeRulerProps = { readonly fromSeconds: number; readonly toSeconds: number };

/** As many labels as a width of a window has room for. */
const labelCountMax = 12;

/** Nearer to the end than this share of the width, a label would be cut. */
const labelWidthFraction = 0.05;

/** The times below the waves, of the stretch that is shown and of nothing else. */
export function TimeRuler({ fromSeconds, toSeconds }: TimeRulerProps) {
  const span = toSeconds - fromSeconds;
  if (span <= 0) return <div className="h-4.5" />;
  return (
    <div aria-hidden="true" className="relative h-4.5 overflow-hidden">
      {createRulerTicks(fromSeconds, toSeconds, labelCountMax).map(({ seconds, isLabelled }) => (
        <span
          key={seconds}
          className={
            isLabelled
              ? 'absolute top-0.5 h-4 border-l border-edge pl-1 text-[10px] leading-4 text-muted'
              : 'absolute top-0.5 h-1.5 border-l border-line'
          }
          style={{ left: `${((seconds - fromSeconds) / span) * 100}%` }}
        >
          {isLabelled && (toSeconds - seconds) / span > labelWidthFraction && formatClock(seconds)}
        </span>
      ))}
    </div>
  );
}
