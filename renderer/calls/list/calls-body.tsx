import type { UseQueryResult } from '@tanstack/react-query';
import type { CallOrder, CallRecord } from '../../../shared/calls.ts';
import { useCommand } from '../../commands/command-context.tsx';
import { tellError } from '../../format/tell-error.ts';
import { Button } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TableSkeleton } from '../../ui/table-skeleton.tsx';
import type { CallsQuery } from '../calls-search.ts';
import { CallTable } from './call-table.tsx';

type CallsBodyProps = {
  /** The stretch of the list that was asked for first. */
  readonly first: UseQueryResult<{ readonly total: number }>;
  readonly query: CallsQuery;
  readonly isStale: boolean;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly onSort: (order: CallOrder) => void;
  readonly onOpen: (call: CallRecord) => void;
};

/** The calls, or why there are none to see. */
export function CallsBody({ first, query, isStale, isFiltered, onClear, onSort, onOpen }: CallsBodyProps) {
  if (first.isError && !first.data)
    return (
      <Failure
        title="The calls could not be listed"
        detail={tellError(first.error)}
        onRetry={() => void first.refetch()}
      />
    );
  if (!first.data && !isStale) return <TableSkeleton label="Loading calls" />;
  if (first.data?.total === 0)
    return isFiltered ? <NothingMatches words={query.filter.text} onClear={onClear} /> : <NoCalls />;
  return <CallTable query={query} isStale={isStale} onSort={onSort} onOpen={onOpen} />;
}

function NothingMatches({ words, onClear }: { readonly words: string | undefined; readonly onClear: () => void }) {
  return (
    <Empty
      drawing={<Drawing name="search" />}
      title="No call matches"
      action={<Button onClick={onClear}>Clear the filters</Button>}
    >
      {words === undefined
        ? 'The filters let no call through.'
        : `Nobody said “${words}” in the calls that the filters let through.`}
    </Empty>
  );
}

function NoCalls() {
  const place = useCommand('place-call');
  return (
    <Empty
      drawing={<Drawing name="calls" />}
      title="No calls yet"
      action={
        <Button unavailable={place.unavailable} onClick={place.run}>
          Place a call
        </Button>
      }
    >
      Rehearse one: an agent talks with a simulated recipient and answers from your documents, and nobody is dialled.
    </Empty>
  );
}
