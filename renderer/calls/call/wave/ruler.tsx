import { formatClock } from '../../../../shared/clock.ts';
import { placeTicks } from './ruler-ticks.ts';

type RulerProps = { readonly fromSeconds: number; readonly toSeconds: number };

/** As many labels as a width of a window has room for. */
const labelCount = 12;

/** Nearer to the end than this share of the width, a label would be cut. */
const labelShare = 0.05;

/** The times below the waves, of the stretch that is shown and of nothing else. */
export function Ruler({ fromSeconds, toSeconds }: RulerProps) {
  const span = toSeconds - fromSeconds;
  if (span <= 0) return <div className="h-4.5" />;
  return (
    <div aria-hidden="true" className="relative h-4.5 overflow-hidden">
      {placeTicks(fromSeconds, toSeconds, labelCount).map(({ seconds, isLabelled }) => (
        <span
          key={seconds}
          className={
            isLabelled
              ? 'absolute top-0.5 h-4 border-l border-edge pl-1 text-[10px] leading-4 text-muted'
              : 'absolute top-0.5 h-1.5 border-l border-line'
          }
          style={{ left: `${((seconds - fromSeconds) / span) * 100}%` }}
        >
          {isLabelled && (toSeconds - seconds) / span > labelShare && formatClock(seconds)}
        </span>
      ))}
    </div>
  );
}
