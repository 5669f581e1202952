import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import { agentRequestStatuses, agentRequestStatusLabels } from '../../../shared/agents/agent-request-status.ts';
import type { Column } from '../../ui/tables/column.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { formatDay } from '../../format/format-day.ts';
import { formatRequestName } from './format-request-name.ts';
import { CompactProgressLine } from './progress-line.tsx';
import { isFirstSeen } from './describe-pending-request.ts';

export const requestColumns: readonly Column<AgentRequestRecord>[] = [
  {
    id: 'name',
    label: 'Request',
    isFilterable: true,
    value: formatRequestName,
    cell: (request) => <span className="font-medium">{formatRequestName(request)}</span>,
  },
  {
    id: 'status',
    label: 'Progress',
    width: '14.75rem', // fits the icons and the longest label at any text size
    value: ({ status }) => agentRequestStatuses.indexOf(status),
    cell: (request) => <CompactProgressLine request={request} />,
  },
  {
    id: 'engineer',
    label: 'Engineer',
    width: '136px',
    isFilterable: true,
    isSecondary: true,
    // Also matches the status label, which the Progress column shows.
    value: ({ assigned_engineer, status }) => `${assigned_engineer ?? ''} ${agentRequestStatusLabels[status]}`,
    cell: ({ assigned_engineer }) => assigned_engineer ?? 'Not assigned',
  },
  {
    id: 'uat',
    label: 'UAT',
    width: '104px',
    isHiddenWhenNarrow: true,
    isNumber: true,
    value: ({ estimated_uat_date }) => (estimated_uat_date === null ? null : Date.parse(estimated_uat_date)),
    cell: ({ estimated_uat_date }) => (estimated_uat_date === null ? 'Not set' : formatDay(estimated_uat_date)),
  },
  {
    id: 'created',
    label: 'Submitted',
    width: '8rem',
    isNumber: true,
    value: ({ created_at }) => Date.parse(created_at),
    cell: (request) => (
      <>
        {isFirstSeen(request) && <span className="text-muted">Seen </span>}
        <RelativeTime at={request.created_at} />
      </>
    ),
  },
];
