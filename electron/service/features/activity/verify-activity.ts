import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IntegrityViolation, VerificationReport } from '../../../../shared/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { genesisHash, hashRow, type StoredActivityRow } from './activity-row.ts';
import { findChainHead, findLastNumber, findStrayRow, listActivityAfter } from './queries.ts';

/** Hashed in about 5 ms. */
const batchSize = 500;

export type VerificationResult = Omit<VerificationReport, 'violation'> & {
  readonly violation: IntegrityViolation | null;
};

/**
 * Walks the chain in slices, so that others are answered in between, and gives the first row that does not fit. It proves
 * that nobody changed the rows by themselves; who rewrites a row, all after it and the head is found only by a head that
 * was kept elsewhere.
 */
export async function verifyActivity(
  db: Database,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<VerificationResult> {
  // Where somebody has taken the head out, nobody knows what came after the last row that there is.
  const head = findChainHead(db) ?? { rows: findLastNumber(db) + 1, hash: genesisHash };
  const { rows, hash } = head;
  const tell = (violation: IntegrityViolation | null): VerificationResult => ({ entries: rows, head: hash, violation });
  const stray = findStrayRow(db);
  if (stray) return tell({ kind: 'added', number: stray.number, at: formatRowTime(stray) });
  let before: StoredActivityRow | undefined;
  for (;;) {
    const slice = listActivityAfter(db, {}, { after: before?.number ?? 0, limit: batchSize });
    for (const row of slice) {
      // Rows that came in while this was going on are after the head that was read.
      if (row.number > rows && (findChainHead(db)?.rows ?? 0) >= row.number) return tell(findEnd(before));
      const violation = findViolation(before, row, rows);
      if (violation) return tell(violation);
      before = row;
    }
    onProgress(before?.number ?? 0, rows);
    if (slice.length < batchSize) return tell(findEnd(before));
    await nextTurn();
    if (!db.isOpen) throw new Error('The workspace was closed before its activity was verified.');
  }

  function findEnd(last: StoredActivityRow | undefined): IntegrityViolation | null {
    const count = last?.number ?? 0;
    if (count < rows) return { kind: 'truncated', number: count + 1, at: null };
    return (last?.hash ?? genesisHash) === hash
      ? null
      : { kind: 'changed', number: Math.max(1, count), at: formatRowTime(last) };
  }
}

function findViolation(
  before: StoredActivityRow | undefined,
  row: StoredActivityRow,
  rows: number,
): IntegrityViolation | null {
  const expected = (before?.number ?? 0) + 1;
  if (row.number > rows) return { kind: 'added', number: row.number, at: formatRowTime(row) };
  if (row.number !== expected) return { kind: 'missing', number: expected, at: formatRowTime(row) };
  const isIntact = hashRow(before?.hash ?? genesisHash, row) === row.hash;
  return isIntact ? null : { kind: 'changed', number: row.number, at: formatRowTime(row) };
}

function formatRowTime(row: StoredActivityRow | undefined): string | null {
  return row ? new Date(row.at).toISOString() : null;
}
