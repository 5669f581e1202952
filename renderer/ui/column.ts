import type { ReactNode } from 'react';
import type { CellValue } from './compare-values.ts';

/** What a table shows of a row, wherever the rows come from. */
export type CellColumn<Row> = {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width; the column without one takes what is left. */
  readonly width?: string;
  readonly isNumber?: boolean;
  /** Holds what can be done with a row: told by the buttons themselves, at the row's end, and nothing to sort by. */
  readonly isAction?: boolean;
  /** Fits its width, or cuts itself: the cell need not be clipped, which costs every frame of scrolling. */
  readonly isShort?: boolean;
  /** Left out where the table itself is narrower than its content needs. */
  readonly isSecondary?: boolean;
  /** Left out only where large text needs the room for the columns that tell rows apart. */
  readonly isHiddenWhenNarrow?: boolean;
};

/** A column of a table that sorts and filters its rows itself. */
export type Column<Row> = CellColumn<Row> & {
  /** What is sorted and filtered by. */
  readonly value: (row: Row) => CellValue;
  readonly isFilterable?: boolean;
};

/** A width in pixels grows with the text as far as the table has room for the other columns; a share stays one. */
export function scaleWidth(width: string): string {
  return width.endsWith('px') ? `max(${width}, min(${width} * var(--text-scale), 22cqi))` : width;
}

/** A text beside right-aligned numbers needs more room between the two. */
export function isAfterNumberColumn(columns: readonly Pick<CellColumn<never>, 'isNumber'>[], place: number): boolean {
  return !columns[place]?.isNumber && columns[place - 1]?.isNumber === true;
}
