// Public: other features may import this file.
import { setImmediate as nextTick } from 'node:timers/promises';
import type { IntegrityViolation, VerificationReport } from '../../../../shared/organization/activity.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  listActivityGaps,
  findChainHead,
  findLastActivity,
  findLastNumber,
  findStrayRow,
  listActivityAfter,
  type ChainHead,
} from './activity-queries.ts';
import { genesisHash, hashRow, type ActivityRow } from './activity-row.ts';

/** Hashing a batch takes about 5 ms. */
const batchSize = 500;

/**
 * Verifies the chain in batches, so that other requests are answered in between, and returns the first violation. Detects
 * any change to single rows. A forged chain with a new head is detected only with a copy of the head stored elsewhere.
 */
export async function verifyActivity(
  db: Database,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<VerificationReport> {
  const head = readHead(db);
  const batches = checkChain(db, head);
  for (;;) {
    const { done, value } = batches.next();
    if (done) return { entries: head.rows, head: head.hash, violation: value, gaps: [...listActivityGaps(db)] };
    onProgress(value, head.rows);
    await nextTick();
    if (!db.isOpen) throw new Error('The workspace was closed before the verification finished.');
  }
}

/** Returns whether the log is intact, without pauses, so for worker threads only: 100,000 rows take half a second. */
export function isActivityIntact(db: Database): boolean {
  const batches = checkChain(db, readHead(db));
  for (;;) {
    const { done, value } = batches.next();
    if (done) return value === null;
  }
}

/** Without a head, the rows after the last one cannot be counted. */
function readHead(db: Database): ChainHead {
  return findChainHead(db) ?? { rows: findLastNumber(db) + 1, hash: genesisHash };
}

/** Yields the number of the last row after each batch, and returns the first violation. */
function* checkChain(db: Database, { rows, hash }: ChainHead): Generator<number, IntegrityViolation | null, void> {
  const stray = findStrayRow(db);
  if (stray) return { kind: 'added', number: stray.number, at: formatTimestamp(stray.at) };
  let previous: ActivityRow | undefined;
  for (;;) {
    const batch = listActivityAfter(db, {}, { after: previous?.number ?? 0, limit: batchSize });
    for (const row of batch) {
      // Rows that were added during the verification come after the head that was read.
      if (row.number > rows && (findChainHead(db)?.rows ?? 0) >= row.number) return checkEnd(previous);
      const violation = findViolation(previous, row, rows);
      if (violation) return violation;
      previous = row;
    }
    yield previous?.number ?? 0;
    if (batch.length < batchSize) return checkEnd(previous);
  }

  function checkEnd(last: ActivityRow | undefined): IntegrityViolation | null {
    const count = last?.number ?? 0;
    if (count < rows) return { kind: 'truncated', number: count + 1, at: null };
    if ((last?.hash ?? genesisHash) === hash) return null;
    return { kind: 'changed', number: Math.max(1, count), at: last ? formatTimestamp(last.at) : null };
  }
}

function findViolation(previous: ActivityRow | undefined, row: ActivityRow, rows: number): IntegrityViolation | null {
  const at = formatTimestamp(row.at);
  const expected = (previous?.number ?? 0) + 1;
  if (row.number > rows) return { kind: 'added', number: row.number, at };
  if (row.number !== expected) return { kind: 'missing', number: expected, at };
  const isIntact = hashRow(previous?.hash ?? genesisHash, row) === row.hash;
  return isIntact ? null : { kind: 'changed', number: row.number, at };
}

/** Returns whether the end of the chain was tampered with. Reads one row and computes no hash. */
export function hasBrokenChainEnd(db: Database): boolean {
  const head = findChainHead(db);
  const last = findLastActivity(db);
  if (!head) return true;
  return last ? last.number !== head.rows || last.hash !== head.hash : head.rows > 0 || head.hash !== genesisHash;
}
