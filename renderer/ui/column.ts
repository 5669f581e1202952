import type { ReactNode } from 'react';
import type { Value } from './compare-values.ts';

export type Column<Row> = {
  readonly id: string;
  readonly label: string;
  /** What is sorted and filtered by. */
  readonly value: (row: Row) => Value;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width; the column without one takes what is left. */
  readonly width?: string;
  readonly isNumber?: boolean;
  readonly isFilterable?: boolean;
  /** Left out where the table itself is narrower than its content needs. */
  readonly isSecondary?: boolean;
};

/** A text beside right-aligned numbers needs more room between the two. */
export function standsAfterNumber(columns: readonly Pick<Column<never>, 'isNumber'>[], place: number): boolean {
  return !columns[place]?.isNumber && columns[place - 1]?.isNumber === true;
}
