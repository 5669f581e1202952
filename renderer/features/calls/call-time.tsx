import type { CallRecord } from '../../../shared/calls/calls.ts';
import { unknownDate } from '../../format/format-time.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';

/** When a call was placed, if it is known. */
export function CallTime({ call: { created_at } }: { readonly call: Pick<CallRecord, 'created_at'> }) {
  if (created_at !== null) return <RelativeTime at={created_at} />;
  return (
    <span className="text-muted" title="The remote has not sent the date of this call.">
      {unknownDate}
    </span>
  );
}
