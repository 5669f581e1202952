import type { Database } from '../platform/db/database.ts';

/**
 * Makes the user decide about the changes of a restored copy that had not been sent when it was made: they may have been sent
 * since. The database of a copy can be older than linked workspaces.
 */
export function askAboutRestoredItems(db: Database): void {
  const hasOutbox = db.get(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'outbox_item'`);
  if (!hasOutbox) return;
  db.run(
    `UPDATE outbox_item SET state = 'unknown', first_sent_at = coalesce(first_sent_at, created_at), next_attempt_at = NULL,
       reason = 'The workspace was restored from a copy. This change may have been sent since the copy was made.'
     WHERE state IN ('queued', 'in_flight', 'held')`,
  );
}
