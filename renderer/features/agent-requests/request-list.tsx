import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import {
  agentRequestStatuses,
  agentRequestStatusLabels,
  isAgentRequestClosed,
} from '../../../shared/agents/agent-request-status.ts';
import { useIsFirstFetch } from '../outbox/public.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { describeUnreadable } from '../../format/describe-unreadable.ts';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { FetchingState } from '../../ui/feedback/fetching-state.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { FilterField } from '../../ui/fields/filter-field.tsx';
import { NoFilterResults } from '../../ui/tables/no-filter-results.tsx';
import { ErrorBanner } from '../../ui/feedback/error-banner.tsx';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { createCopyLinkAction } from '../../data/copy-link-action.ts';
import { findPublicId } from '../../data/find-public-id.ts';
import { createCopyAction, createOpenAction, type RowActions } from '../../ui/tables/row-action.ts';
import type { Column } from '../../ui/tables/column.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { formatDay } from '../../format/format-day.ts';
import { useDeliveryActions } from './console/use-delivery-actions.tsx';
import { isShown, RequestFilter, type RequestFilters } from './request-filter.tsx';
import { useRequestActions } from './use-request-actions.ts';
import { formatRequestName } from './format-request-name.ts';
import { CompactProgressLine } from './progress-line.tsx';
import { isFirstSeen } from './describe-pending-request.ts';

type RequestListProps = {
  readonly requests: UseQueryResult<{ readonly data: readonly AgentRequestRecord[]; readonly unreadable: number }>;
  readonly filters: RequestFilters;
  readonly onFilter: (filters: RequestFilters) => void;
  /** Why the role of the window cannot see requests, or null. */
  readonly disabledReason: string | null;
  readonly submitDisabledReason: string | null;
  readonly selectedId: string | null;
  readonly onOpen: (request: AgentRequestRecord) => void;
  readonly onCreate: () => void;
};

const newestFirst = { id: 'created', desc: true } as const;

/** Build requests with their progress. */
export function RequestList(props: RequestListProps) {
  const { requests, filters, onFilter, disabledReason } = props;
  const [filter, setFilter] = useState('');
  const count = requests.data?.data.length ?? 0;
  const unreadable = requests.data?.unreadable ?? 0;
  return (
    <section aria-label="Build requests" className="flex min-h-44 flex-1 flex-col">
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-6 pt-4 pb-1">
        <h2 className="text-section whitespace-nowrap">
          {count > 0 ? formatCount(count, 'build request') : 'Build requests'}
        </h2>
        {count > 0 && <FilterField label="Filter requests" value={filter} onChange={setFilter} />}
        {count > 0 && <RequestFilter filters={filters} onFilter={onFilter} />}
        <p className="ml-auto text-small whitespace-nowrap text-muted">
          {count > 0 && requests.data && `${countOpenRequests(requests.data.data)} open`}
        </p>
      </div>
      {unreadable > 0 && (
        <ErrorBanner onRetry={() => void requests.refetch()}>{describeUnreadable(unreadable, 'request')}</ErrorBanner>
      )}
      {disabledReason === null ? (
        <RequestListBody {...props} filter={filter} onClearFilter={() => setFilter('')} />
      ) : (
        <EmptyState illustration={<Illustration name="agents" />} title="You don’t have access to build requests">
          {disabledReason}
        </EmptyState>
      )}
    </section>
  );
}

type RequestListBodyProps = RequestListProps & { readonly filter: string; readonly onClearFilter: () => void };

function RequestListBody(props: RequestListBodyProps) {
  const { requests, filters, onFilter, submitDisabledReason, selectedId, onOpen, onCreate, filter, onClearFilter } =
    props;
  const getActions = useRequestActions();
  const { getActions: getDeliveryActions, dialog } = useDeliveryActions();
  const isFirstFetch = useIsFirstFetch('requests');
  if (requests.isError)
    return (
      <ErrorState
        title="Build requests could not be loaded"
        detail={formatError(requests.error)}
        onRetry={() => void requests.refetch()}
      />
    );
  if (!requests.data) return <TableSkeleton label="Loading requests" rows={4} />;
  const { data, unreadable } = requests.data;
  if (data.length === 0 && unreadable > 0) return null;
  if (data.length === 0 && isFirstFetch)
    return <FetchingState illustration={<Illustration name="agents" />} noun="build requests" />;
  if (data.length === 0)
    return (
      <EmptyState
        illustration={<Illustration name="agents" />}
        title="No build requests yet"
        action={
          <Button disabledReason={submitDisabledReason} onClick={onCreate}>
            Request an agent
          </Button>
        }
      >
        Describe the agent you need, then follow its progress here from review to delivery.
      </EmptyState>
    );
  const shown = data.filter((request) => isShown(request, filters));
  if (shown.length === 0)
    return (
      <EmptyState
        illustration={<Illustration name="search" />}
        title={filters.since === undefined ? 'No open build requests' : 'No build requests changed'}
        action={<Button onClick={() => onFilter({})}>Show all requests</Button>}
      >
        Every request stays in the list after its delivery.
      </EmptyState>
    );
  const listActions = (request: AgentRequestRecord): RowActions => {
    const { request_id } = request;
    const publicId = findPublicId(request_id, request);
    const { viewAgent, tryBuild, addToCalendar } = getActions(request);
    const delivery = getDeliveryActions(request);
    return [
      [
        createOpenAction(() => onOpen(request)),
        ...(viewAgent ? [viewAgent] : []),
        ...(tryBuild ? [tryBuild] : []),
        ...(addToCalendar ? [addToCalendar] : []),
      ],
      [createCopyLinkAction('agents', request_id), ...(publicId === null ? [] : [createCopyAction('ID', publicId)])],
      delivery ? [delivery.next, delivery.reject] : [],
    ];
  };
  return (
    <>
      <DataTable
        label="Requests"
        columns={requestColumns}
        rows={shown}
        getRowId={getRequestId}
        filter={filter}
        initialSort={newestFirst}
        selectedId={selectedId}
        onOpen={onOpen}
        listActions={listActions}
        noResults={
          <NoFilterResults filter={filter} onClear={onClearFilter}>
            Try a different name, status or engineer.
          </NoFilterResults>
        }
      />
      {dialog}
    </>
  );
}

function getRequestId({ request_id }: AgentRequestRecord): string {
  return request_id;
}

function countOpenRequests(requests: readonly AgentRequestRecord[]): string {
  return formatNumber(requests.filter(({ status }) => !isAgentRequestClosed(status)).length);
}

const requestColumns: readonly Column<AgentRequestRecord>[] = [
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
