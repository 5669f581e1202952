import type { ReactNode } from 'react';
import type { CellValue } from './compare-values.ts';

/** A column of a table. */
export type CellColumn<Row> = {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width. The column without a width fills the remaining space. */
  readonly width?: string;
  readonly isNumber?: boolean;
  /** Contains the row's buttons: right-aligned, not sortable, with a label for screen readers only. */
  readonly isAction?: boolean;
  /** The content fits or truncates itself, so the cell needs no clipping, which would slow down scrolling. */
  readonly isShort?: boolean;
  /** Hidden if the table is narrower than its content. */
  readonly isSecondary?: boolean;
  /** Hidden unless the table is so wide that the secondary columns leave space. */
  readonly isOnlyInWide?: boolean;
  /** Hidden only if large text or a narrow window leaves too little space for the more important columns. */
  readonly isHiddenWhenNarrow?: boolean;
};

/** A column of a table that sorts and filters its rows in the window. */
export type Column<Row> = CellColumn<Row> & {
  /** Returns the value by which rows are sorted and filtered. */
  readonly value: (row: Row) => CellValue;
  readonly isFilterable?: boolean;
  /** Hidden while its value is null in all rows. */
  readonly isHiddenIfEmpty?: boolean;
};

/** Scales a width in pixels with the text size, up to a share of the table width. Other units are unchanged. */
export function scaleWidth(width: string): string {
  return width.endsWith('px') ? `max(${width}, min(${width} * var(--text-scale), 22cqi))` : width;
}

/** Whether a text column follows a right-aligned number column and needs extra padding. */
export function isAfterNumberColumn(
  columns: readonly Pick<CellColumn<never>, 'isNumber' | 'isAction'>[],
  index: number,
): boolean {
  const column = columns[index];
  return !column?.isNumber && !column?.isAction && columns[index - 1]?.isNumber === true;
}
