import type { ActivityFilter, ActivityRow } from '../../shared/activity.ts';
import { tellError } from '../format/tell-error.ts';
import { DataTableHead } from '../ui/data-table-head.tsx';
import { DataTableRow } from '../ui/data-table-row.tsx';
import { PartialFailure } from '../ui/partial-failure.tsx';
import { TableFrame } from '../ui/table-frame.tsx';
import { activityColumns } from './activity-columns.tsx';
import { useActivityRows } from './use-activity-rows.ts';

type ActivityTableProps = {
  readonly filter: ActivityFilter;
  readonly opened: ActivityRow | null;
  readonly onOpen: (row: ActivityRow) => void;
};

/** All rows that the filters let through, newest first; those in sight are asked for as they come into it. */
export function ActivityTable({ filter, opened, onOpen }: ActivityTableProps) {
  const { at, total, error, refetch, onRange } = useActivityRows(filter);
  return (
    <>
      {error && <PartialFailure onRetry={refetch}>Some rows could not be read. {tellError(error)}</PartialFailure>}
      <TableFrame
        label="Activity"
        count={total ?? 0}
        canOpen
        onRange={onRange}
        // The order is that of the chain, and no other.
        head={<DataTableHead columns={activityColumns} />}
        renderRow={(index, isActive) => {
          const row = at(index);
          return (
            <DataTableRow
              key={index}
              row={row}
              columns={activityColumns}
              index={index}
              isActive={isActive}
              isSelected={row !== undefined && row.number === opened?.number}
              onOpen={onOpen}
            />
          );
        }}
      />
    </>
  );
}
