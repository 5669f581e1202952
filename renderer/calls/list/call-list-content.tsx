import type { UseQueryResult } from '@tanstack/react-query';
import type { CallSortField, CallRecord } from '../../../shared/calls.ts';
import { useCommand } from '../../commands/command-context.tsx';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/button.tsx';
import { Illustration } from '../../ui/illustration.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import type { CallsQuery } from '../calls-search.ts';
import { CallTable } from './call-table.tsx';

type CallListContentProps = {
  /** The stretch of the list that was asked for first. */
  readonly firstPage: UseQueryResult<{ readonly total: number }>;
  readonly query: CallsQuery;
  readonly isStale: boolean;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly onSort: (order: CallSortField) => void;
  readonly onOpen: (call: CallRecord) => void;
};

/** The calls, or why there are none to see. */
export function CallListContent({
  firstPage,
  query,
  isStale,
  isFiltered,
  onClear,
  onSort,
  onOpen,
}: CallListContentProps) {
  if (firstPage.isError && !firstPage.data)
    return (
      <ErrorState
        title="The calls could not be listed"
        detail={formatError(firstPage.error)}
        onRetry={() => void firstPage.refetch()}
      />
    );
  if (!firstPage.data && !isStale) return <TableSkeleton label="Loading calls" />;
  if (firstPage.data?.total === 0)
    return isFiltered ? <NoMatches words={query.filter.text} onClear={onClear} /> : <NoCalls />;
  return <CallTable query={query} isStale={isStale} onSort={onSort} onOpen={onOpen} />;
}

function NoMatches({ words: query, onClear }: { readonly words: string | undefined; readonly onClear: () => void }) {
  return (
    <EmptyState
      illustration={<Illustration name="search" />}
      title="No call matches"
      action={<Button onClick={onClear}>Clear the filters</Button>}
    >
      {query === undefined
        ? 'The filters let no call through.'
        : `Nobody said “${query}” in the calls that the filters let through.`}
    </EmptyState>
  );
}

function NoCalls() {
  const place = useCommand('place-call');
  return (
    <EmptyState
      illustration={<Illustration name="calls" />}
      title="No calls yet"
      action={
        <Button disabledReason={place.disabledReason} onClick={place.run}>
          Place a call
        </Button>
      }
    >
      Rehearse one: an agent talks with a simulated recipient and answers from your documents, and nobody is dialled.
    </EmptyState>
  );
}
