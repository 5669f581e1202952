import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Breach, Verification } from '../../../shared/activity.ts';
import type { Database } from '../db/database.ts';
import { chainStart, hashRow, type StoredRow } from './activity-row.ts';
import { findHead, findLastNumber, findStrayRow, listActivityAfter } from './queries.ts';

/** Hashed in about 5 ms. */
const rowsAtOnce = 500;

export type Verified = Omit<Verification, 'breach'> & { readonly breach: Breach | null };

/**
 * Walks the chain in slices, so that others are answered in between, and gives the first row that does not fit. It proves
 * that nobody changed the rows by themselves; who rewrites a row, all after it and the head is found only by a head that
 * was kept elsewhere.
 */
export async function verifyActivity(
  db: Database,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Verified> {
  // Where somebody has taken the head out, nobody knows what came after the last row that there is.
  const head = findHead(db) ?? { rows: findLastNumber(db) + 1, hash: chainStart };
  const { rows, hash } = head;
  const tell = (breach: Breach | null): Verified => ({ rows, head: hash, breach });
  const stray = findStrayRow(db);
  if (stray) return tell({ kind: 'added', number: stray.number, at: timeOf(stray) });
  let before: StoredRow | undefined;
  for (;;) {
    const slice = listActivityAfter(db, {}, { after: before?.number ?? 0, limit: rowsAtOnce });
    for (const row of slice) {
      // Rows that came in while this was going on are after the head that was read.
      if (row.number > rows && (findHead(db)?.rows ?? 0) >= row.number) return tell(findEnd(before));
      const breach = findBreach(before, row, rows);
      if (breach) return tell(breach);
      before = row;
    }
    onProgress(before?.number ?? 0, rows);
    if (slice.length < rowsAtOnce) return tell(findEnd(before));
    await nextTurn();
    if (!db.isOpen) throw new Error('The workspace was closed before its activity was verified.');
  }

  function findEnd(last: StoredRow | undefined): Breach | null {
    const count = last?.number ?? 0;
    if (count < rows) return { kind: 'cut', number: count + 1, at: null };
    return (last?.hash ?? chainStart) === hash
      ? null
      : { kind: 'changed', number: Math.max(1, count), at: timeOf(last) };
  }
}

function findBreach(before: StoredRow | undefined, row: StoredRow, rows: number): Breach | null {
  const expected = (before?.number ?? 0) + 1;
  if (row.number > rows) return { kind: 'added', number: row.number, at: timeOf(row) };
  if (row.number !== expected) return { kind: 'missing', number: expected, at: timeOf(row) };
  const isIntact = hashRow(before?.hash ?? chainStart, row) === row.hash;
  return isIntact ? null : { kind: 'changed', number: row.number, at: timeOf(row) };
}

function timeOf(row: StoredRow | undefined): string | null {
  return row ? new Date(row.at).toISOString() : null;
}
