import { memo, type HTMLAttributes, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { isAfterNumberColumn, type CellColumn } from './column.ts';

type DataTableRowProps<Row extends object> = {
  /** Undefined while the row is loading; it can still receive the focus. */
  readonly row: Row | undefined;
  readonly columns: readonly CellColumn<Row>[];
  readonly index: number;
  /** Whether this is the row in the Tab order. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
  /** Returns attributes of the row with which it can be dragged. */
  readonly getDragProps?: ((row: Row) => HTMLAttributes<HTMLElement>) | undefined;
  /** Renders a second line over the full width. The row height is then `detailedRowHeightPx`. */
  readonly detail?: ((row: Row) => ReactNode) | undefined;
};

/** Draws the button's focus ring around the whole row. A `:has` selector would slow down scrolling. */
const rowButtonClass =
  'block w-full truncate text-left outline-none focus-visible:after:pointer-events-none focus-visible:after:absolute ' +
  'focus-visible:after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';

function UnmemoizedRow<Row extends object>(props: DataTableRowProps<Row>) {
  const { row, columns, index, isActive, isSelected, onOpen, getDragProps, detail } = props;
  const [first, ...others] = columns;
  if (!first) return null;
  const height = detail ? 'h-16 pb-7' : 'h-9 py-0';
  const content = (
    <>
      {row ? first.cell(row) : <RowPlaceholder index={index} />}
      {row && detail && (
        <span className="absolute inset-x-0 bottom-2 block truncate px-6 text-small text-muted">{detail(row)}</span>
      )}
    </>
  );
  return (
    // A click anywhere opens the row; keyboard and assistive technology use the button in the row header.
    <tr
      {...(row && getDragProps?.(row))}
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={onOpen ? isSelected : undefined}
      aria-busy={row ? undefined : true}
      onClick={
        onOpen &&
        ((event) => {
          event.currentTarget.querySelector<HTMLElement>('th button')?.focus({ preventScroll: true });
          if (row) onOpen(row);
        })
      }
      className={classNames(
        'group/row focus-within:relative data-menu-open:bg-chrome',
        detail && 'relative',
        isSelected ? 'bg-accent-soft' : onOpen && 'hover:bg-chrome',
      )}
    >
      <th
        scope="row"
        className={classNames('border-b border-line/60 pr-2 pl-6 text-left font-normal', !onOpen && 'truncate', height)}
      >
        {onOpen ? (
          <button
            type="button"
            tabIndex={isActive ? 0 : -1}
            onClick={(event) => {
              event.stopPropagation();
              if (row) onOpen(row);
            }}
            className={rowButtonClass}
          >
            {content}
          </button>
        ) : (
          content
        )}
      </th>
      {others.map((column, position) => (
        <td
          key={column.id}
          className={classNames(
            'border-b border-line/60 px-2 whitespace-nowrap text-muted last:pr-6',
            !column.isShort && 'truncate',
            height,
            (column.isNumber || column.isAction) && 'text-right',
            isAfterNumberColumn(columns, position + 1) && 'pl-7',
            column.isSecondary && 'hidden @3xl:table-cell',
            column.isHiddenWhenNarrow && 'hidden @2xl:table-cell',
          )}
        >
          {row && column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Memoized, because scrolling renders many rows. */
export const DataTableRow = memo(UnmemoizedRow) as typeof UnmemoizedRow; // memo loses the type parameter

function RowPlaceholder({ index }: { readonly index: number }) {
  return (
    <>
      <span className="sr-only">Row {index + 1} is loading</span>
      <span
        aria-hidden="true"
        className="fade-in-delayed block h-2.5 rounded-full bg-well"
        style={{ width: `${36 + ((index * 37) % 45)}%` }}
      />
    </>
  );
}
