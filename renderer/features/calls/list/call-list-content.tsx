import type { UseQueryResult } from '@tanstack/react-query';
import type { CallSortField, CallRecord } from '../../../../shared/calls/calls.ts';
import { useCommand } from '../../../ui/commands/command-context.tsx';
import { formatError } from '../../../format/format-error.ts';
import { useCapabilities } from '../../connection/public.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Illustration } from '../../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { FetchingState } from '../../../ui/feedback/fetching-state.tsx';
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { useIsFirstFetch } from '../../outbox/public.ts';
import type { CallsQuery } from '../calls-search.ts';
import { CallTable } from './call-table.tsx';
import { useIsLinked } from '../../../data/session/session-query.ts';

type CallListContentProps = {
  readonly firstPage: UseQueryResult<{ readonly total: number }>;
  readonly query: CallsQuery;
  readonly isStale: boolean;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly onSort: (order: CallSortField) => void;
  readonly onOpen: (call: CallRecord) => void;
};

/** The table of calls, or the reason why it is empty. */
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
        title="Calls could not be loaded"
        detail={formatError(firstPage.error)}
        onRetry={() => void firstPage.refetch()}
      />
    );
  if (!firstPage.data && !isStale) return <TableSkeleton label="Loading calls" />;
  if (firstPage.data?.total === 0)
    return isFiltered ? <NoMatches text={query.filter.text} onClear={onClear} /> : <NoCalls />;
  return <CallTable query={query} isStale={isStale} onSort={onSort} onOpen={onOpen} />;
}

function NoMatches({ text, onClear }: { readonly text: string | undefined; readonly onClear: () => void }) {
  return (
    <EmptyState
      illustration={<Illustration name="search" />}
      title={text === undefined ? 'No calls match these filters' : `No calls match “${text}”`}
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Change or clear the filters to see more calls.
    </EmptyState>
  );
}

function NoCalls() {
  const place = useCommand('place-call');
  const isLinked = useIsLinked();
  const hasList = useCapabilities()?.call_list ?? true;
  if (useIsFirstFetch('calls')) return <FetchingState illustration={<Illustration name="calls" />} noun="calls" />;
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
      {!isLinked
        ? 'Calls appear here after you place them. In a simulated call, an agent talks with a simulated recipient and answers from your documents. No real call is placed.'
        : hasList
          ? 'The remote’s calls appear here. A call that you place is a real call.'
          : 'Calls appear here after you place them. They are real calls. The remote has no list of its calls: add calls that were placed elsewhere by their IDs.'}
    </EmptyState>
  );
}
