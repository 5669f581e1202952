import type { UnlinkResult } from '../../../shared/workspaces/connection.ts';
import type { LinkChoice } from '../features/connection/workspace-connection.ts';
import type { Context } from '../platform/context.ts';
import { updateCallStatus } from '../features/calls/call-queries.ts';
import { deleteConnection } from '../features/connection/connection-queries.ts';
import { cancelOpenItems } from '../features/outbox/outbox.ts';
import type { Database } from '../platform/db/database.ts';
import type { WorkspacePlace } from '../platform/db/workspace-databases.ts';
import { convertWorkspace } from './convert-workspace.ts';
import {
  failDocumentsWithoutFile,
  listUnfinishedRemoteCalls,
  makeWorkspaceLocal,
  requeueUnsentDocuments,
  restoreArchivedAgents,
  type UnfinishedCall,
} from './change-link-queries.ts';
import { fillSearchIndex } from './fill-search-index.ts';
import { renameWorkspace } from './workspace-queries.ts';

export function renameClosed(workspace: WorkspacePlace, name: string, context: Context): void {
  withDatabase(workspace, context, (db) => renameWorkspace(db, name));
}

/** Links a local workspace. Stores the API key in the keychain, unless the rest fails. Returns the number of queued changes. */
export async function linkClosed(workspace: WorkspacePlace, choice: LinkChoice, context: Context): Promise<number> {
  const secrets = context.keychain.forWorkspace(workspace.id);
  await secrets.set('remote-key', choice.apiKey);
  try {
    return withDatabase(workspace, context, (db) => convertWorkspace(db, choice, context));
  } catch (error) {
    await secrets.remove('remote-key');
    throw error;
  }
}

/** Unlinks a workspace, and removes its API key from the keychain. */
export async function unlinkClosed(workspace: WorkspacePlace, context: Context): Promise<UnlinkResult> {
  const secrets = context.keychain.forWorkspace(workspace.id);
  const apiKey = await secrets.read('remote-key');
  await secrets.remove('remote-key');
  try {
    return withDatabase(workspace, context, (db) => unlinkWorkspace(db, context));
  } catch (error) {
    await secrets.restore('remote-key', apiKey);
    throw error;
  }
}

/**
 * Makes a linked workspace, which is closed, a local one that keeps everything that was fetched. Documents whose file is on this
 * computer are processed here once the workspace is open.
 */
function unlinkWorkspace(db: Database, { now }: Pick<Context, 'now'>): UnlinkResult {
  return db.transaction(() => {
    const endedAt = now();
    for (const call of listUnfinishedRemoteCalls(db)) {
      const [status, reason] = describeEnd(call);
      updateCallStatus(db, call.org_id, call, status, { reason, endedAt });
    }
    failDocumentsWithoutFile(db, 'The workspace was unlinked before the remote had processed this document.');
    requeueUnsentDocuments(db);
    restoreArchivedAgents(db);
    const result = cancelOpenItems(db, 'The workspace was unlinked.', endedAt);
    deleteConnection(db);
    makeWorkspaceLocal(db);
    return result;
  });
}

function describeEnd({ was_accepted, was_sent }: UnfinishedCall): readonly ['failed' | 'canceled', string] {
  if (was_accepted === 1) return ['failed', 'The workspace was unlinked before the outcome of this call was fetched.'];
  return was_sent === 1
    ? ['failed', 'The workspace was unlinked before the remote had accepted this call. It may have been placed.']
    : ['canceled', 'The workspace was unlinked before this call was sent.'];
}

/** Opens the database of a workspace that is closed. */
function withDatabase<T>(workspace: WorkspacePlace, { databases }: Context, run: (db: Database) => T): T {
  const db = databases.open(workspace, { fillSearchIndex });
  try {
    return run(db);
  } finally {
    db.close();
  }
}
