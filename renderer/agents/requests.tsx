import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestRecord } from '../../shared/agent-requests.ts';
import { isRequestOver } from '../../shared/request-status.ts';
import { formatCount } from '../format/format-number.ts';
import { describeUnreadable } from '../format/describe-unreadable.ts';
import { tellError } from '../format/tell-error.ts';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { FilterField } from '../ui/filter-field.tsx';
import { PartialFailure } from '../ui/partial-failure.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { requestColumns } from './request-columns.tsx';

type RequestsProps = {
  readonly requests: UseQueryResult<{ readonly data: readonly RequestRecord[]; readonly unreadable: number }>;
  /** Why they are not shown, or null. */
  readonly unavailable: string | null;
  readonly submitUnavailable: string | null;
  readonly selectedId: string | null;
  readonly onOpen: (request: RequestRecord) => void;
  readonly onWrite: () => void;
};

const newestFirst = { id: 'created', desc: true } as const;

/** Requests for new agents, each with how far it has come. */
export function Requests(props: RequestsProps) {
  const { requests, unavailable } = props;
  const [filter, setFilter] = useState('');
  const isFilled = (requests.data?.data.length ?? 0) > 0;
  const unreadable = requests.data?.unreadable ?? 0;
  return (
    <section aria-label="Build requests" className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-3 px-6 pt-5 pb-1.5">
        <h2 className="text-section">Build requests</h2>
        <p className="flex-1 text-small text-muted">{requests.data && summarize(requests.data.data)}</p>
        {isFilled && <FilterField label="Filter requests" value={filter} onChange={setFilter} />}
      </div>
      {unreadable > 0 && (
        <PartialFailure onRetry={() => void requests.refetch()}>
          {describeUnreadable(unreadable, 'request')}
        </PartialFailure>
      )}
      {unavailable === null ? (
        <RequestsBody {...props} filter={filter} onClearFilter={() => setFilter('')} />
      ) : (
        <Empty drawing={<Drawing name="agents" />} title="Requests are not shown to your role">
          {unavailable}
        </Empty>
      )}
    </section>
  );
}

type RequestsBodyProps = RequestsProps & { readonly filter: string; readonly onClearFilter: () => void };

function RequestsBody(props: RequestsBodyProps) {
  const { requests, submitUnavailable, selectedId, onOpen, onWrite, filter, onClearFilter } = props;
  if (requests.isError)
    return (
      <Failure
        title="The requests could not be listed"
        detail={tellError(requests.error)}
        onRetry={() => void requests.refetch()}
      />
    );
  if (!requests.data) return <TableSkeleton label="Loading requests" rows={4} />;
  const { data, unreadable } = requests.data;
  if (data.length === 0 && unreadable > 0) return null;
  if (data.length === 0)
    return (
      <Empty
        drawing={<Drawing name="agents" />}
        title="No agent has been asked for"
        action={
          <Button unavailable={submitUnavailable} onClick={onWrite}>
            Request an agent
          </Button>
        }
      >
        Describe an agent, and follow it here from its review to its first call.
      </Empty>
    );
  return (
    <DataTable
      label="Requests"
      columns={requestColumns}
      rows={data}
      rowId={idOf}
      filter={filter}
      initialSort={newestFirst}
      selectedId={selectedId}
      onOpen={onOpen}
      whenNothingMatches={
        <Empty
          drawing={<Drawing name="search" />}
          title="No request matches"
          action={<Button onClick={onClearFilter}>Clear the filter</Button>}
        >
          Nothing has “{filter}” in name, progress or engineer.
        </Empty>
      }
    />
  );
}

function idOf({ request_id }: RequestRecord): string {
  return request_id;
}

function summarize(requests: readonly RequestRecord[]): string {
  const open = requests.filter(({ status }) => !isRequestOver(status)).length;
  return requests.length === 0 ? '' : `${formatCount(requests.length, 'request')}, ${open} open`;
}
