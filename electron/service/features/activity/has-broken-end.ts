import type { Database } from '../../platform/db/database.ts';
import { genesisHash } from './activity-row.ts';
import { findChainHead, listActivityPage } from './queries.ts';

/** Whether the end of the chain is not as it was written; one row is looked at, and no hash computed. */
export function hasBrokenChainEnd(db: Database): boolean {
  const head = findChainHead(db);
  const [last] = listActivityPage(db, {}, { offset: 0, limit: 1 });
  if (!head) return true;
  return last ? last.number !== head.rows || last.hash !== head.hash : head.rows > 0 || head.hash !== genesisHash;
}
