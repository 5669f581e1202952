import type { CallRecord } from '../../../shared/calls/calls.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';

/** When a call was placed. The time of a call that was made elsewhere is not known: it shows when the call was first seen. */
export function CallTime({ call }: { readonly call: Pick<CallRecord, 'created_at' | 'recipient_number'> }) {
  return (
    <>
      {call.recipient_number === '' && <span className="text-muted">Seen </span>}
      <RelativeTime at={call.created_at} />
    </>
  );
}
