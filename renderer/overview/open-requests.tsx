import { Link } from '@tanstack/react-router';
import type { RequestRecord } from '../../shared/agent-requests.ts';
import { appRoutes } from '../../shared/contract.ts';
import { formatDay } from '../format/format-day.ts';
import { nameRequest } from '../agents/name-request.ts';
import { ShortProgressLine } from '../agents/progress-line.tsx';
import { formatCount } from '../format/format-number.ts';
import { usePermission } from '../session/use-permission.ts';
import { RoomRow, RoomRows, rowLinkLook } from './room-row.tsx';
import { RoomSection, SectionNote } from './room-section.tsx';

type OpenRequestsProps = { readonly requests: readonly RequestRecord[] | null };

const shownMax = 5;

const toRequests = { label: 'All requests', place: { to: '/agents', search: {} } } as const;

/** Agents that are being built, each with how far it has come. */
export function OpenRequests({ requests }: OpenRequestsProps) {
  const unavailable = usePermission(appRoutes.listRequestRecords);
  return (
    <RoomSection title="Agents being built" {...(requests && { more: toRequests })}>
      {requests ? <Rows requests={requests} /> : <SectionNote>{unavailable}</SectionNote>}
    </RoomSection>
  );
}

function Rows({ requests }: { readonly requests: readonly RequestRecord[] }) {
  const more = requests.length - shownMax;
  if (requests.length === 0) return <SectionNote>No request is open.</SectionNote>;
  return (
    <>
      <RoomRows label="Open requests">
        {requests.slice(0, shownMax).map((request) => (
          <RoomRow key={request.request_id}>
            <Link
              to="/agents"
              search={{ request: request.request_id }}
              className={`min-w-0 flex-1 truncate font-medium ${rowLinkLook}`}
            >
              {nameRequest(request)}
            </Link>
            <span className="hidden w-36 shrink-0 truncate text-muted @3xl:block">
              {request.assigned_engineer ?? 'Not assigned'}
            </span>
            <span className="w-56 shrink-0">
              <ShortProgressLine request={request} />
            </span>
            <span className="hidden w-32 shrink-0 text-right text-muted @xl:block">{tellUat(request)}</span>
          </RoomRow>
        ))}
      </RoomRows>
      {more > 0 && <p className="pt-1.5 text-small text-muted">and {formatCount(more, 'more', 'more')}</p>}
    </>
  );
}

function tellUat({ estimated_uat_date: date }: RequestRecord): string {
  return date === null ? 'No UAT date' : `UAT ${formatDay(date)}`;
}
