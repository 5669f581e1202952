import { Link } from '@tanstack/react-router';
import type { LatestCall } from '../../../shared/window/overview.ts';
import { formatClock } from '../../format/format-clock.ts';
import { describeCall, formatDisposition, CallTime, Recipient } from '../calls/public.ts';
import { SimulatedBadge } from '../../ui/feedback/simulated-badge.tsx';
import { useIsFirstFetch } from '../outbox/public.ts';
import { WaveformThumbnail } from '../recordings/public.ts';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { OverviewRow, OverviewRows, rowLinkClass } from './overview-row.tsx';
import { OverviewSection, SectionNote } from './overview-section.tsx';

/** The latest calls, with the waveform of the recording or the call status. */
export function LatestCalls({ calls }: { readonly calls: readonly LatestCall[] }) {
  const isFirstFetch = useIsFirstFetch('calls');
  return (
    <OverviewSection title="Latest calls" more={{ label: 'All calls', link: { to: '/calls', search: {} } }}>
      {calls.length === 0 ? (
        <SectionNote>{isFirstFetch ? 'Fetching calls …' : 'No calls yet'}</SectionNote>
      ) : (
        <OverviewRows label="Latest calls">
          {calls.map((call) => (
            <CallRow key={call.call_id} call={call} />
          ))}
        </OverviewRows>
      )}
    </OverviewSection>
  );
}

function CallRow({ call }: { readonly call: LatestCall }) {
  const { status, disposition, duration_seconds, waveform } = call;
  const { tone, label } = describeCall(call);
  return (
    <OverviewRow>
      <span className="flex min-w-0 flex-1 items-center">
        <Link
          to="/calls/$callId"
          params={{ callId: call.call_id }}
          className={`${rowLinkClass} flex min-w-0 grow items-center`}
        >
          <Recipient call={call} />
        </Link>
        <SimulatedBadge call={call} />
      </span>
      <span className="hidden w-36 shrink-0 truncate text-muted @3xl:block">{call.agent_name}</span>
      <span className="w-36 shrink-0" title={call.reason ?? undefined}>
        {waveform ? (
          <>
            <WaveformThumbnail shape={waveform} />
            <span className="sr-only">{label}</span>
          </>
        ) : (
          <StatusLabel tone={tone} label={label} />
        )}
      </span>
      <span className="hidden w-36 shrink-0 truncate text-muted @xl:block">
        {disposition === null ? '' : formatDisposition(disposition)}
      </span>
      <span className="w-12 shrink-0 text-right text-muted tabular-nums">
        {status === 'completed' && formatClock(duration_seconds)}
      </span>
      <span className="w-32 shrink-0 text-right whitespace-nowrap text-muted">
        <CallTime call={call} />
      </span>
    </OverviewRow>
  );
}
