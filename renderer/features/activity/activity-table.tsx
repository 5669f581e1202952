import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { ActivityFilter, ListedActivityEntry } from '../../../shared/organization/activity.ts';
import { formatError } from '../../format/format-error.ts';
import { DataTableHeader } from '../../ui/tables/data-table-header.tsx';
import { DataTableRow } from '../../ui/tables/data-table-row.tsx';
import { ErrorBanner } from '../../ui/feedback/error-banner.tsx';
import { createCopyAction, createOpenAction, type RowActions } from '../../ui/tables/row-action.ts';
import { VirtualTable } from '../../ui/tables/virtual-table.tsx';
import { combinePages, rowsPerPage, useVisiblePages } from '../../ui/tables/use-visible-pages.ts';
import { activityColumns } from './activity-columns.tsx';
import { activityPageQuery } from './activity-query.ts';

type ActivityTableProps = {
  readonly filter: ActivityFilter;
  readonly selected: ListedActivityEntry | null;
  readonly onOpen: (entry: ListedActivityEntry) => void;
};

/** The entries that match the filter, newest first. Loads the pages that are visible. */
export function ActivityTable({ filter, selected, onOpen }: ActivityTableProps) {
  const { getEntry, total, error, refetch, onVisibleRangeChange } = useActivityEntries(filter);
  return (
    <>
      {error && <ErrorBanner onRetry={refetch}>Some entries could not be loaded. {formatError(error)}</ErrorBanner>}
      <VirtualTable
        label="Activity"
        count={total ?? 0}
        hasRowButtons
        onVisibleRangeChange={onVisibleRangeChange}
        listActions={(index) => {
          const entry = getEntry(index);
          return entry ? listActions(entry, onOpen) : [];
        }}
        // Not sortable: entries are listed in the order of the hash chain.
        header={<DataTableHeader columns={activityColumns} />}
        renderRow={(index, isActive) => {
          const entry = getEntry(index);
          return (
            <DataTableRow
              key={index}
              row={entry}
              columns={activityColumns}
              index={index}
              isActive={isActive}
              isSelected={entry !== undefined && entry.number === selected?.number}
              onOpen={onOpen}
            />
          );
        }}
      />
    </>
  );
}

function listActions(entry: ListedActivityEntry, onOpen: (entry: ListedActivityEntry) => void): RowActions {
  const { subject_id, request_id, hash } = entry;
  return [
    [createOpenAction(() => onOpen(entry))],
    [
      ...(subject_id === null ? [] : [createCopyAction('ID', subject_id)]),
      createCopyAction('request ID', request_id),
      createCopyAction('hash', hash),
    ],
  ];
}

/** Loads the entries of the visible pages. `total` is null until the first page has loaded. */
function useActivityEntries(filter: ActivityFilter) {
  const { pages, onVisibleRangeChange } = useVisiblePages();
  const { data, error, refetch } = useQueries({
    queries: pages.map((page) => ({ ...activityPageQuery(filter, page), placeholderData: keepPreviousData })),
    combine: combinePages,
  });
  const total = data.find((page) => page !== undefined)?.total ?? null;
  const getEntry = (index: number) => data[pages.indexOf(Math.floor(index / rowsPerPage))]?.data[index % rowsPerPage];
  return { getEntry, total, error, refetch, onVisibleRangeChange };
}
