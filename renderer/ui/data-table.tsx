import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { Column } from './column.ts';
import { compareValues, isMatch, type Value } from './compare-values.ts';
import { DataTableHead } from './data-table-head.tsx';
import { DataTableRow } from './data-table-row.tsx';
import { useRowKeys } from './use-row-keys.ts';

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
});

export type TableFeatures = typeof features;

export const rowHeight = 36;

type DataTableProps<Row extends object> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly filter: string;
  readonly initialSort: { readonly id: string; readonly desc: boolean };
  readonly selectedId?: string | null;
  readonly onOpen?: (row: Row) => void;
  readonly onDelete?: (row: Row) => void;
  readonly whenNothingMatches: ReactNode;
};

/** A sortable, filterable table of any length. Rows are reached by arrows, opened by Enter, deleted by Delete. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, filter, initialSort, selectedId, onOpen, onDelete, whenNothingMatches } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [sorting, setSorting] = useState<SortingState>([initialSort]);
  const definitions = useMemo(() => columns.map((column) => toDefinition<Row>(column)), [columns]);
  const table = useTable<TableFeatures, Row>({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { sorting, globalFilter: filter },
    onSortingChange: setSorting,
    enableSortingRemoval: false,
    globalFilterFn: (row, columnId, wanted: string) => isMatch(row.getValue<Value>(columnId), wanted),
    getColumnCanGlobalFilter: (column) => columns.some(({ id, isFilterable }) => id === column.id && isFilterable),
  });
  const visible = table.getRowModel().rows;
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: rowHeight,
  });
  const items = virtualizer.getVirtualItems();
  const { activeIndex, onKeyDown, onFocus } = useRowKeys({
    count: visible.length,
    scroller,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    onDelete: (index) => {
      const row = visible[index];
      if (row) onDelete?.(row.original);
    },
  });
  if (rows.length > 0 && visible.length === 0) return whenNothingMatches;
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div
      ref={scroller}
      className="@container min-h-0 flex-1 overflow-auto"
      {...(!onOpen && { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrollable` })}
    >
      {/* Keys bubble up here from the buttons in the rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        aria-label={label}
        aria-rowcount={visible.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <DataTableHead table={table} columns={columns} />
        <tbody>
          <Spacer height={above} />
          {items.map((item) => {
            const row = visible[item.index];
            if (!row) return null;
            return (
              <DataTableRow
                key={row.id}
                row={row.original}
                columns={columns}
                index={item.index}
                isActive={item.index === activeIndex}
                isSelected={row.id === selectedId}
                onOpen={onOpen}
              />
            );
          })}
          <Spacer height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty stretch, hidden from everybody */}
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

function toDefinition<Row extends object>(column: Column<Row>): ColumnDef<TableFeatures, Row> {
  return {
    id: column.id,
    accessorFn: (row: Row) => column.value(row),
    sortFn: (one, other, id) => compareValues(one.getValue<Value>(id), other.getValue<Value>(id)),
    sortDescFirst: column.isNumber ?? false,
  };
}
