import { Link } from '@tanstack/react-router';
import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { formatDay } from '../../format/format-day.ts';
import { formatRequestName, CompactProgressLine } from '../agent-requests/public.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { OverviewRow, OverviewRows, rowLinkClass } from './overview-row.tsx';
import { OverviewSection, SectionNote } from './overview-section.tsx';

type OpenRequestsProps = { readonly requests: readonly AgentRequestRecord[] | null };

const maxVisibleRequests = 5;

const requestsLink = { label: 'All requests', link: { to: '/agents', search: {} } } as const;

/** Open build requests with their progress. */
export function OpenRequests({ requests }: OpenRequestsProps) {
  const disabledReason = useMissingPermission(appRoutes.listAgentRequestRecords);
  return (
    <OverviewSection
      title={requests && requests.length > 0 ? formatCount(requests.length, 'open build request') : 'Build requests'}
      {...(requests && { more: requestsLink })}
    >
      {requests ? <Rows requests={requests} /> : <SectionNote>{disabledReason}</SectionNote>}
    </OverviewSection>
  );
}

function Rows({ requests }: { readonly requests: readonly AgentRequestRecord[] }) {
  const hiddenCount = requests.length - maxVisibleRequests;
  if (requests.length === 0) return <SectionNote>No open build requests</SectionNote>;
  return (
    <>
      <OverviewRows label="Open build requests">
        {requests.slice(0, maxVisibleRequests).map((request) => (
          <OverviewRow key={request.request_id}>
            <Link
              to="/agents"
              search={{ request: request.request_id }}
              className={`min-w-0 flex-1 truncate font-medium ${rowLinkClass}`}
            >
              {formatRequestName(request)}
            </Link>
            <span className="hidden w-36 shrink-0 truncate text-muted @3xl:block">
              {request.assigned_engineer ?? 'Not assigned'}
            </span>
            <span className="w-56 shrink-0">
              <CompactProgressLine request={request} />
            </span>
            <span className="hidden w-32 shrink-0 text-right text-muted @xl:block">{formatUatDate(request)}</span>
          </OverviewRow>
        ))}
      </OverviewRows>
      {hiddenCount > 0 && <p className="pt-1.5 text-small text-muted">and {formatNumber(hiddenCount)} more</p>}
    </>
  );
}

function formatUatDate({ estimated_uat_date: date }: AgentRequestRecord): string {
  return date === null ? 'No UAT date' : `UAT ${formatDay(date)}`;
}
