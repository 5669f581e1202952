import type { Logger } from '../context.ts';

/** What rows make, and how many of them are so damaged that they make nothing: one must not hide the others. They are logged. */
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
