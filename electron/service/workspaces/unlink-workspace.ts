import { updateCallStatus } from '../features/calls/call-queries.ts';
import { deleteConnection } from '../features/connection/connection-queries.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/database.ts';
import {
  cancelOutboxItems,
  failDocumentsWithoutFile,
  listUnfinishedRemoteCalls,
  makeWorkspaceLocal,
} from './unlink-queries.ts';

/**
 * Makes a linked workspace, which is closed, a local one that keeps everything that was fetched. Returns the number of changes
 * that were canceled. Documents whose file is on this computer are processed here once the workspace is open.
 */
export function unlinkWorkspace(db: Database, { now }: Pick<Context, 'now'>): number {
  return db.transaction(() => {
    const endedAt = now();
    for (const call of listUnfinishedRemoteCalls(db)) {
      const [status, reason] = call.was_sent
        ? (['failed', 'The workspace was unlinked before the outcome of this call was fetched.'] as const)
        : (['canceled', 'The workspace was unlinked before this call was sent.'] as const);
      updateCallStatus(db, call.org_id, call, status, { reason, endedAt });
    }
    failDocumentsWithoutFile(db, 'The workspace was unlinked before the remote had processed this document.');
    const canceled = cancelOutboxItems(db, 'The workspace was unlinked.', endedAt);
    deleteConnection(db);
    makeWorkspaceLocal(db);
    return canceled;
  });
}
