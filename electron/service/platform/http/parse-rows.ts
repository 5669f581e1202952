import type { Logger } from '../context.ts';

/** Converts rows to items. Damaged rows are logged, counted and left out, so that they do not hide the others. */
export function parseRows<Row, Item>(
  rows: readonly Row[],
  read: (row: Row) => Item,
  log: Logger,
): { readonly data: Item[]; readonly unreadable: number } {
  const data: Item[] = [];
  const errors: unknown[] = [];
  for (const row of rows) {
    try {
      data.push(read(row));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) log.error({ count: errors.length, err: errors[0] }, 'stored rows could not be read');
  return { data, unreadable: errors.length };
}
