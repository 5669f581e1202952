import { formatCycleBoundary, formatExactTime } from '../format/format-time.ts';

/** A moment of billing in local time, with its year. A cycle begins and ends at midnight in UTC, which the hover says. */
export function CycleTime({ at }: { readonly at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatExactTime(moment)}>
      {formatCycleBoundary(moment)}
    </time>
  );
}
