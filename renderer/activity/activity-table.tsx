import type { ActivityFilter, ActivityRow } from '../../shared/activity.ts';
import { tellError } from '../format/tell-error.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { DataTableRow } from '../ui/data-table-row.tsx';
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
      {error && (
        <p role="alert" className="flex items-center gap-3 bg-bad-soft px-6 py-1.5 text-small">
          Some rows could not be read. {tellError(error)}
          <Button size="small" onClick={refetch}>
            Try again
          </Button>
        </p>
      )}
      <TableFrame
        label="Activity"
        count={total ?? 0}
        canOpen
        onRange={onRange}
        head={<Head />}
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

/** The order is that of the chain, and no other. */
function Head() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {activityColumns.map(({ id, label, width, isNumber, isSpare }) => (
          <th
            key={id}
            scope="col"
            style={width ? { width } : undefined}
            className={classNames(
              'sticky top-0 z-10 h-8 border-b border-line bg-surface px-2 text-small font-normal text-muted first:pl-6 last:pr-6',
              isNumber ? 'text-right' : 'text-left',
              isSpare && 'hidden @xl:table-cell',
            )}
          >
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
