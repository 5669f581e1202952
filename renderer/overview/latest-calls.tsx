import { Link } from '@tanstack/react-router';
import type { LatestCall } from '../../shared/overview.ts';
import { formatClock } from '../../shared/clock.ts';
import { describeCallStatus } from '../calls/describe-call-status.ts';
import { nameDisposition } from '../calls/name-disposition.ts';
import { formatNumber } from '../calls/phone-number.ts';
import { RehearsalMark } from '../calls/rehearsal-mark.tsx';
import { TinyWave } from '../calls/tiny-wave.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { RoomRow, RoomRows, rowLinkLook } from './room-row.tsx';
import { RoomSection, SectionNote } from './room-section.tsx';

/** The calls that were placed last: what they sounded like, or how they stand. */
export function LatestCalls({ calls }: { readonly calls: readonly LatestCall[] }) {
  return (
    <RoomSection title="Latest calls" more={{ label: 'All calls', place: { to: '/calls', search: {} } }}>
      {calls.length === 0 ? (
        <SectionNote>No call has been placed.</SectionNote>
      ) : (
        <RoomRows label="Latest calls">
          {calls.map((call) => (
            <CallRow key={call.call_id} call={call} />
          ))}
        </RoomRows>
      )}
    </RoomSection>
  );
}

function CallRow({ call }: { readonly call: LatestCall }) {
  const { status, disposition, duration_seconds, shape } = call;
  const { tone, word } = describeCallStatus(status);
  return (
    <RoomRow>
      <span className="min-w-0 flex-1 truncate">
        <Link to="/calls/$callId" params={{ callId: call.call_id }} className={`font-medium ${rowLinkLook}`}>
          {formatNumber(call.recipient_number)}
        </Link>{' '}
        <RehearsalMark call={call} />
      </span>
      <span className="hidden w-36 shrink-0 truncate text-muted @3xl:block">{call.agent_name}</span>
      <span className="w-36 shrink-0" title={call.reason ?? undefined}>
        {shape ? (
          <>
            <TinyWave shape={shape} />
            <span className="sr-only">{word}</span>
          </>
        ) : (
          <Status tone={tone} word={word} />
        )}
      </span>
      <span className="hidden w-36 shrink-0 truncate text-muted @xl:block">
        {disposition === null ? '' : nameDisposition(disposition)}
      </span>
      <span className="w-12 shrink-0 text-right text-muted">
        {status === 'completed' && formatClock(duration_seconds)}
      </span>
      <span className="w-24 shrink-0 text-right whitespace-nowrap text-muted">
        <Time at={call.created_at} />
      </span>
    </RoomRow>
  );
}
