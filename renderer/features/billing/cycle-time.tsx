import { formatCycleBoundary, formatExactTime } from '../../format/format-time.ts';

/** A billing time in local time, with its year. Cycles start and end at midnight UTC, which the tooltip shows. */
export function CycleTime({ at }: { readonly at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatExactTime(moment)}>
      {formatCycleBoundary(moment)}
    </time>
  );
}
