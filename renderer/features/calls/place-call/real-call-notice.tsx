import { limits } from '../../../../shared/contract/limits.ts';
import { useSyncStatus } from '../../outbox/public.ts';
import { formatClockTime } from '../../../format/format-day.ts';
import { useNow } from '../../../ui/page/use-now.ts';

/** Warns that a person will be called, or shows until when the call waits if the remote cannot be reached. */
export function RealCallNotice() {
  const status = useSyncStatus();
  const nowMs = useNow();
  const isReached = status === undefined || (status.state !== 'offline' && status.state !== 'paused');
  const waitsUntil = formatClockTime(new Date(nowMs + limits.callWaitMs).toISOString());
  return (
    <p role="note" className="rounded-control bg-warn-soft px-3 py-2">
      {isReached ? (
        <>
          <strong className="font-medium">A real call will be placed.</strong> The remote calls this number as soon as
          you place the call.
        </>
      ) : (
        <>
          <strong className="font-medium">The remote can’t be reached.</strong> The call waits until {waitsUntil}. If
          the remote can be reached by then, a real call is placed. After that, you are asked first.
        </>
      )}
    </p>
  );
}
