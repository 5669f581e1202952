import type { LinkChoice } from '../features/connection/workspace-connection.ts';
import type { Context } from '../platform/context.ts';
import { convertWorkspace } from './convert-workspace.ts';
import { unlinkWorkspace } from './unlink-workspace.ts';
import { withDatabase } from './with-database.ts';

export type ClosedWorkspace = { readonly id: string; readonly databasePath: string };

/** Links a local workspace. Stores the API key in the keychain, unless the rest fails. Returns the number of queued changes. */
export async function linkClosed(
  { id, databasePath }: ClosedWorkspace,
  choice: LinkChoice,
  context: Context,
): Promise<number> {
  const secrets = context.keychain.forWorkspace(id);
  await secrets.set('remote-key', choice.apiKey);
  try {
    return withDatabase(databasePath, (db) => convertWorkspace(db, choice, context));
  } catch (error) {
    await secrets.remove('remote-key');
    throw error;
  }
}

/** Unlinks a workspace, and removes its API key from the keychain. Returns the number of canceled changes. */
export async function unlinkClosed({ id, databasePath }: ClosedWorkspace, context: Context): Promise<number> {
  const secrets = context.keychain.forWorkspace(id);
  const apiKey = await secrets.read('remote-key');
  await secrets.remove('remote-key');
  try {
    return withDatabase(databasePath, (db) => unlinkWorkspace(db, context));
  } catch (error) {
    await secrets.restore('remote-key', apiKey);
    throw error;
  }
}
