import { classNames } from './class-names.ts';
import { standsAfterNumber, type Column } from './column.ts';

type DataTableRowProps<Row extends object> = {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly index: number;
  /** The one row that Tab reaches. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
};

export function DataTableRow<Row extends object>(props: DataTableRowProps<Row>) {
  const { row, columns, index, isActive, isSelected, onOpen } = props;
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    // The pointer may open a row anywhere; the button in its head is what keys and assistive technology use.
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={onOpen ? isSelected : undefined}
      onClick={
        onOpen &&
        ((event) => {
          event.currentTarget.querySelector<HTMLElement>('th button')?.focus({ preventScroll: true });
          onOpen(row);
        })
      }
      className={classNames(
        'group/row has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
        isSelected ? 'bg-accent-soft' : onOpen && 'hover:bg-chrome',
      )}
    >
      <th scope="row" className="h-9 truncate border-b border-line/60 py-0 pr-2 pl-6 text-left font-normal">
        {onOpen ? (
          <button
            type="button"
            tabIndex={isActive ? 0 : -1}
            onClick={(event) => {
              event.stopPropagation();
              onOpen(row);
            }}
            className="block w-full truncate text-left outline-none"
          >
            {first.cell(row)}
          </button>
        ) : (
          first.cell(row)
        )}
      </th>
      {others.map((column, place) => (
        <td
          key={column.id}
          className={classNames(
            'h-9 truncate border-b border-line/60 px-2 py-0 text-muted last:pr-6',
            column.isNumber && 'text-right',
            standsAfterNumber(columns, place + 1) && 'pl-7',
            column.isSecondary && 'hidden @3xl:table-cell',
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
