import type { ActivityFilter, ActivityEntry } from '../../shared/activity.ts';
import { formatError } from '../format/format-error.ts';
import { DataTableHeader } from '../ui/data-table-header.tsx';
import { DataTableRow } from '../ui/data-table-row.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { VirtualTable } from '../ui/virtual-table.tsx';
import { activityColumns } from './activity-columns.tsx';
import { useActivityRows } from './use-activity-rows.ts';

type ActivityTableProps = {
  readonly filter: ActivityFilter;
  readonly selectedRow: ActivityEntry | null;
  readonly onOpen: (row: ActivityEntry) => void;
};

/** All rows that the filters let through, newest first; those in sight are asked for as they come into it. */
export function ActivityTable({ filter, selectedRow, onOpen }: ActivityTableProps) {
  const { at, total, error, refetch, onVisibleRangeChange } = useActivityRows(filter);
  return (
    <>
      {error && <ErrorBanner onRetry={refetch}>Some rows could not be read. {formatError(error)}</ErrorBanner>}
      <VirtualTable
        label="Activity"
        count={total ?? 0}
        hasRowButtons
        onVisibleRangeChange={onVisibleRangeChange}
        // The order is that of the chain, and no other.
        header={<DataTableHeader columns={activityColumns} />}
        renderRow={(index, isActive) => {
          const row = at(index);
          return (
            <DataTableRow
              key={index}
              row={row}
              columns={activityColumns}
              index={index}
              isActive={isActive}
              isSelected={row !== undefined && row.number === selectedRow?.number}
              onOpen={onOpen}
            />
          );
        }}
      />
    </>
  );
}
