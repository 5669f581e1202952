import { ChevronDown, ChevronUp } from 'lucide-react';
import { classNames } from '../page/class-names.ts';
import { scaleWidth, isAfterNumberColumn, type CellColumn } from './column.ts';

export type Sort = { readonly id: string; readonly desc: boolean };

type DataTableHeaderProps<Row extends object> = {
  readonly columns: readonly CellColumn<Row>[];
  /** Whether rows have a checkbox before their first column. */
  readonly hasChecks?: boolean;
  /** Omitted if the table cannot be sorted. */
  readonly sorting?: { readonly sort: Sort; readonly onSort: (columnId: string) => void };
};

export function DataTableHeader<Row extends object>({
  columns,
  hasChecks = false,
  sorting,
}: DataTableHeaderProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {hasChecks && (
          <th scope="col" className="sticky top-0 z-10 w-6 border-b border-line bg-surface p-0">
            <span className="sr-only">Select</span>
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={sorting && !column.isAction ? getAriaSort(column.id, sorting.sort) : undefined}
            style={column.width ? { width: scaleWidth(column.width) } : undefined}
            className={classNames(
              'sticky top-0 z-10 h-8 border-b border-line bg-surface px-2 font-normal last:pr-6',
              index === 0 && (hasChecks ? 'pl-0' : 'pl-6'),
              isAfterNumberColumn(columns, index) && 'pl-7',
              column.isSecondary && 'hidden @3xl:table-cell',
              column.isOnlyInWide && 'hidden @5xl:table-cell',
              column.isHiddenWhenNarrow && 'hidden @2xl:table-cell',
            )}
          >
            {column.isAction ? (
              <span className="sr-only">{column.label}</span>
            ) : sorting ? (
              <SortButton column={column} sort={sorting.sort} onSort={sorting.onSort} />
            ) : (
              <div
                className={classNames('truncate text-small text-muted', column.isNumber ? 'text-right' : 'text-left')}
              >
                {column.label}
              </div>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function getAriaSort(columnId: string, { id, desc }: Sort) {
  if (id !== columnId) return 'none';
  return desc ? 'descending' : 'ascending';
}

type SortButtonProps = {
  readonly column: Pick<CellColumn<object>, 'id' | 'label' | 'isNumber'>;
  readonly sort: Sort;
  readonly onSort: (columnId: string) => void;
};

function SortButton({ column, sort, onSort }: SortButtonProps) {
  const isSorted = sort.id === column.id;
  const Arrow = isSorted && sort.desc ? ChevronDown : ChevronUp;
  return (
    <button
      type="button"
      onClick={() => onSort(column.id)}
      className={classNames(
        'group -mx-1 flex h-6 max-w-full items-center gap-0.5 rounded-[4px] px-1 text-small text-muted hover:text-ink',
        column.isNumber && 'ml-auto flex-row-reverse',
        isSorted && 'text-ink',
      )}
    >
      <span className="truncate">{column.label}</span>
      <Arrow
        aria-hidden
        size={13}
        className={classNames('shrink-0', !isSorted && 'opacity-0 group-hover:opacity-60')}
      />
    </button>
  );
}
