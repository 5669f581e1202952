import type { ReactTable } from '@tanstack/react-table';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { classNames } from './class-names.ts';
import { standsAfterNumber } from './column.ts';
import type { Column } from './column.ts';
import type { TableFeatures } from './data-table.tsx';

type DataTableHeadProps<Row extends object> = {
  readonly table: ReactTable<TableFeatures, Row>;
  readonly columns: readonly Column<Row>[];
};

export function DataTableHead<Row extends object>({ table, columns }: DataTableHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column, place) => {
          const sorted = table.getColumn(column.id)?.getIsSorted() ?? false;
          const Arrow = sorted === 'desc' ? ChevronDown : ChevronUp;
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
              style={column.width ? { width: column.width } : undefined}
              className={classNames(
                'sticky top-0 z-10 h-8 border-b border-line bg-surface px-2 font-normal first:pl-6 last:pr-6',
                standsAfterNumber(columns, place) && 'pl-7',
                column.isSecondary && 'hidden @3xl:table-cell',
              )}
            >
              <button
                type="button"
                onClick={table.getColumn(column.id)?.getToggleSortingHandler()}
                className={classNames(
                  'group -mx-1 flex h-6 max-w-full items-center gap-0.5 rounded-[4px] px-1 text-small text-muted hover:text-ink',
                  column.isNumber && 'ml-auto flex-row-reverse',
                  sorted && 'text-ink',
                )}
              >
                <span className="truncate">{column.label}</span>
                <Arrow
                  aria-hidden
                  size={13}
                  className={classNames('shrink-0', !sorted && 'opacity-0 group-hover:opacity-60')}
                />
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
