import { formatExactTime, formatRelativeTime } from '../../format/format-time.ts';
import { useNow } from './use-now.ts';

/** Shows a timestamp relative to now, and the exact time on hover. */
export function RelativeTime({ at }: { readonly at: string }) {
  const nowMs = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatExactTime(date)}>
      {formatRelativeTime(date, new Date(nowMs))}
    </time>
  );
}
