/** Numbers of rows that cannot be read. There need not be a row of each number. */
export type UnreadableRange = { readonly first: number; readonly last: number; readonly reason: string };

type ReadOptions<Row> = {
  readonly first: number;
  readonly last: number;
  readonly batchSize: number;
  /** Returns at most `limit` rows from the number `first` to `last`, in this order. */
  readonly read: (first: number, last: number, limit: number) => readonly Row[];
  readonly getNumber: (row: Row) => number;
  /** Whether an error is damage, around which the rest can be read. */
  readonly isDamage: (error: unknown) => boolean;
  readonly onUnreadable: (range: UnreadableRange) => void;
};

/** Reads numbered rows in batches, around those that cannot be read. */
export function* readAroundDamage<Row>(options: ReadOptions<Row>): Generator<readonly Row[]> {
  const { last, batchSize, read, getNumber, isDamage, onUnreadable } = options;
  let reason = '';
  const tryRead = (first: number, limit: number): readonly Row[] | null => {
    try {
      return read(first, last, limit);
    } catch (error) {
      if (!isDamage(error)) throw error;
      reason = error instanceof Error ? error.message : String(error);
      return null;
    }
  };

  /** Returns the next number from which a row can be read, with steps that double, then halve. */
  const findReadable = (unreadableNumber: number): number => {
    let [unreadable, readable] = [unreadableNumber, unreadableNumber + 1];
    for (let step = 1; readable <= last && tryRead(readable, 1) === null; step *= 2) {
      unreadable = readable;
      readable += step;
    }
    readable = Math.min(readable, last + 1);
    while (readable - unreadable > 1) {
      const middle = Math.floor((unreadable + readable) / 2);
      if (tryRead(middle, 1) === null) unreadable = middle;
      else readable = middle;
    }
    return readable;
  };

  let [next, limit] = [options.first, batchSize];
  while (next <= last) {
    const rows = tryRead(next, limit);
    const lastRow = rows?.at(-1);
    if (rows && lastRow !== undefined) yield rows;
    if (rows && (lastRow === undefined || rows.length < limit)) return;
    if (lastRow !== undefined) {
      next = getNumber(lastRow) + 1;
      limit = batchSize;
    } else if (limit > 1) {
      limit = Math.floor(limit / 2);
    } else {
      const readable = findReadable(next);
      onUnreadable({ first: next, last: readable - 1, reason });
      next = readable;
    }
  }
}
