import { formatBoundary, formatExactTime } from '../format/format-time.ts';

/** The beginning or end of a cycle in local time; it is midnight in UTC, which the hover says. */
export function CycleTime({ at }: { readonly at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatExactTime(moment)}>
      {formatBoundary(moment)}
    </time>
  );
}
