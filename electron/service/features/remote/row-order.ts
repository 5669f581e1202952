// Public: other features may import this file.
import type { Database } from '../../platform/db/database.ts';
import { listLimits } from './read-remote.ts';
import { countFreeRowIds, findLastRowId, type ListedTable } from './remote-item-queries.ts';

/** Row ids that are left free below a reading, which may be interrupted: twice as many as a list can have items. */
const reservedIds = 2 * listLimits.items;

/**
 * Chooses the row ids for the new items of a remote list, so that a list that is stored page by page is in its own order: the newest
 * item has the highest id. A list that was interrupted is continued below what is stored of it.
 */
export class RowOrder {
  readonly #db: Database;
  readonly #table: ListedTable;
  /** The row id of the item before the next one; null before the first item that has one. */
  #previous: number | null = null;
  /** The lowest row id that was given to an item above all others; null if none was. */
  #lowestNew: number | null = null;

  constructor(db: Database, table: ListedTable) {
    this.#db = db;
    this.#table = table;
  }

  /**
   * Returns the row ids for the next items of the list, newest first. `rowIds` has null for an item that is new. An item without an id
   * gets the next one of the table: of several, the oldest first. `hasMore` says whether more items may follow.
   */
  assign(rowIds: readonly (number | null)[], hasMore: boolean): readonly (number | null)[] {
    const isHeadOnly = this.#previous === null && rowIds.some((id) => id !== null);
    let free: number | null = null;
    return rowIds.map((known) => {
      if (known !== null) {
        this.#previous = known;
        free = null;
        return known;
      }
      if (this.#previous === null && isHeadOnly) return null;
      free ??= this.#previous === null ? 0 : countFreeRowIds(this.#db, this.#table, this.#previous);
      // Less space is not reserved: rows that were deleted left it.
      if (this.#previous === null || free < listLimits.items) {
        if (!hasMore && this.#lowestNew === null) return null;
        this.#previous = this.#lowestNew ?? findLastRowId(this.#db, this.#table) + reservedIds + 1;
        free = countFreeRowIds(this.#db, this.#table, this.#previous);
      }
      free -= 1;
      this.#previous -= 1;
      this.#lowestNew = Math.min(this.#lowestNew ?? Infinity, this.#previous);
      return this.#previous;
    });
  }
}
