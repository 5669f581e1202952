import { memo, type HTMLAttributes, type MouseEvent, type ReactNode } from 'react';
import { isEventInside } from '../focus/is-event-inside.ts';
import { classNames } from '../page/class-names.ts';
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
  /** Adds a checkbox before the first column. It appears on hover, and in every row while one is checked. */
  readonly check?: RowCheck<Row> | undefined;
  /** Returns more attributes of the row, such as those with which it can be dragged. */
  readonly getRowProps?: ((row: Row) => HTMLAttributes<HTMLElement>) | undefined;
  /** Renders a second line over the full width. The row is then taller, see `useRowHeight`. */
  readonly detail?: ((row: Row) => ReactNode) | undefined;
};

export type RowCheck<Row> = {
  readonly getLabel: (row: Row) => string;
  readonly onToggle: (row: Row, index: number) => void;
  readonly isChecked: (row: Row) => boolean;
};

/** Draws the button's focus ring around the whole row. A `:has` selector would slow down scrolling. */
const rowButtonClass =
  'block w-full truncate text-left outline-none focus-visible:after:pointer-events-none focus-visible:after:absolute ' +
  'focus-visible:after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';

function UnmemoizedRow<Row extends object>(props: DataTableRowProps<Row>) {
  const { row, columns, index, isActive, isSelected, onOpen, check, getRowProps, detail } = props;
  const [first, ...others] = columns;
  if (!first) return null;
  const height = detail ? 'h-(--detailed-row-height) pb-7' : 'h-(--row-height) py-0';
  const content = (
    <>
      {row ? first.cell(row) : <RowPlaceholder index={index} />}
      {row && detail && (
        <span className="absolute inset-x-0 bottom-2 block truncate px-6 text-small text-muted">{detail(row)}</span>
      )}
    </>
  );
  return (
    // A click anywhere except on a control opens the row; keyboard and assistive technology use the button in the row header.
    <tr
      {...(row && getRowProps?.(row))}
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={onOpen ? isSelected : undefined}
      aria-busy={row ? undefined : true}
      onClick={
        onOpen &&
        ((event) => {
          if (isOnControl(event)) return;
          event.currentTarget.querySelector<HTMLElement>('th button')?.focus({ preventScroll: true });
          if (row) onOpen(row);
        })
      }
      className={classNames(
        'group/row focus-within:relative data-menu-open:bg-hover',
        detail && 'relative',
        isSelected ? 'bg-accent-soft' : onOpen && 'hover:bg-hover',
      )}
    >
      {check && (
        <td
          className={classNames('border-b border-line/60 px-0 text-center', height)}
          onClick={(event) => {
            event.stopPropagation();
            if (row) check.onToggle(row, index);
          }}
        >
          {row && (
            <input
              type="checkbox"
              readOnly
              tabIndex={isActive ? 0 : -1}
              aria-label={check.getLabel(row)}
              checked={check.isChecked(row)}
              className="block size-3.5 mx-auto accent-accent opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 group-data-selecting/table:opacity-100"
            />
          )}
        </td>
      )}
      <th
        scope="row"
        className={classNames(
          'border-b border-line/60 pr-2 text-left font-normal',
          check ? 'pl-0' : 'pl-6',
          !onOpen && 'truncate',
          height,
        )}
      >
        {onOpen ? (
          <button
            type="button"
            tabIndex={isActive ? 0 : -1}
            onClick={() => row && onOpen(row)}
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
            column.isNumber && 'text-right tabular-nums',
            column.isAction && 'text-right',
            isAfterNumberColumn(columns, position + 1) && 'pl-7',
            column.isSecondary && 'hidden @3xl:table-cell',
            column.isOnlyInWide && 'hidden @5xl:table-cell',
            column.isHiddenWhenNarrow && 'hidden @2xl:table-cell',
          )}
        >
          {row && column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Whether a click is on a control of the row, which has an action of its own, or in a menu that the control opened. */
function isOnControl(event: MouseEvent): boolean {
  return (
    !isEventInside(event) || (event.target instanceof Element && event.target.closest('a, button, input') !== null)
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
