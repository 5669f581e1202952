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
import { useMemo, useState, type HTMLAttributes, type ReactNode } from 'react';
import type { Column } from './column.ts';
import { compareValues, isMatch, type CellValue } from './compare-values.ts';
import { DataTableHeader, type Sort } from './data-table-header.tsx';
import { DataTableRow, type RowCheck } from './data-table-row.tsx';
import type { RowActions } from './row-action.ts';
import { VirtualTable } from './virtual-table.tsx';

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
});

type TableFeatures = typeof features;

type DataTableProps<Row extends object> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly getRowId: (row: Row) => string;
  readonly filter: string;
  readonly initialSort: Sort;
  readonly selectedId?: string | null;
  readonly onOpen?: (row: Row) => void;
  readonly onDelete?: (row: Row) => void;
  /** Returns the actions in the menu of a row. */
  readonly listActions?: (row: Row) => RowActions;
  /** Returns attributes of a row with which it can be dragged. */
  readonly getRowProps?: (row: Row) => HTMLAttributes<HTMLElement>;
  /** Adds a checkbox to each row. */
  readonly check?: RowCheck<Row> | undefined;
  readonly noResults: ReactNode;
};

/** A table that sorts and filters its rows in the window. Enter opens a row, Delete deletes it. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, getRowId, filter, initialSort, selectedId, onOpen, onDelete, noResults } = props;
  const { listActions, getRowProps, check } = props;
  const [sorting, setSorting] = useState<SortingState>([initialSort]);
  const definitions = useMemo(() => columns.map((column) => toColumnDef<Row>(column)), [columns]);
  const table = useTable<TableFeatures, Row>({
    features,
    columns: definitions,
    data: rows,
    getRowId: getRowId,
    state: { sorting, globalFilter: filter },
    onSortingChange: setSorting,
    enableSortingRemoval: false,
    globalFilterFn: (row, columnId, query: string) => isMatch(row.getValue<CellValue>(columnId), query),
    getColumnCanGlobalFilter: (column) => columns.some(({ id, isFilterable }) => id === column.id && isFilterable),
  });
  const shownColumns = useMemo(
    () => columns.filter(({ isHiddenIfEmpty, value }) => !isHiddenIfEmpty || rows.some((row) => value(row) !== null)),
    [columns, rows],
  );
  const visible = table.getRowModel().rows;
  const rowIndexes = useMemo(() => new Map(visible.map(({ id }, index) => [id, index])), [visible]);
  if (rows.length > 0 && visible.length === 0) return noResults;
  return (
    <VirtualTable
      label={label}
      count={visible.length}
      rowIndexes={rowIndexes}
      hasRowButtons={onOpen !== undefined}
      onDelete={(index) => {
        const row = visible[index];
        if (row) onDelete?.(row.original);
      }}
      listActions={
        listActions &&
        ((index) => {
          const row = visible[index];
          return row ? listActions(row.original) : [];
        })
      }
      header={
        <DataTableHeader
          columns={shownColumns}
          hasChecks={check !== undefined}
          sorting={{
            sort: sorting[0] ?? initialSort,
            onSort: (id) => table.getColumn(id)?.toggleSorting(),
          }}
        />
      }
      renderRow={(index, isActive) => {
        const row = visible[index];
        if (!row) return null;
        return (
          <DataTableRow
            key={row.id}
            row={row.original}
            columns={shownColumns}
            index={index}
            isActive={isActive}
            isSelected={row.id === selectedId}
            onOpen={onOpen}
            check={check}
            getRowProps={getRowProps}
          />
        );
      }}
    />
  );
}

function toColumnDef<Row extends object>(column: Column<Row>): ColumnDef<TableFeatures, Row> {
  return {
    id: column.id,
    accessorFn: (row: Row) => column.value(row),
    sortFn: (a, b, id) => compareValues(a.getValue<CellValue>(id), b.getValue<CellValue>(id)),
    sortDescFirst: column.isNumber ?? false,
  };
}
