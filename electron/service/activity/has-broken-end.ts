import type { Database } from '../db/database.ts';
import { chainStart } from './activity-row.ts';
import { findHead, listActivityStretch } from './queries.ts';

/** Whether the end of the chain is not as it was written; one row is looked at, and no hash computed. */
export function hasBrokenEnd(db: Database): boolean {
  const head = findHead(db);
  const [last] = listActivityStretch(db, {}, { offset: 0, limit: 1 });
  if (!head) return true;
  return last ? last.number !== head.rows || last.hash !== head.hash : head.rows > 0 || head.hash !== chainStart;
}
