import type { Database } from '../db/database.ts';

export type ObjectContent = { readonly sha256: string; readonly sizeBytes: number };

/**
 * The files of a workspace as objects in a bucket, of which the folder of the workspace has copies. A file is named by its path in the
 * folder, such as `files/<sha256>`. While the bucket cannot be used, requests fail with Problem `unavailable`, unless they have a signal:
 * then they are repeated until they succeed or the signal is aborted.
 */
export type WorkspaceObjects = {
  /** Resolves when the bucket has the local file. Call it before the transaction that refers to the file. */
  readonly upload: (name: string, content: ObjectContent, signal?: AbortSignal) => Promise<void>;
  /**
   * Makes sure that the local file is the one that was stored. Does nothing if the bucket never had it. Fails like a read of a local
   * file if the object is missing, or has different content. Resolves to the hash of the content, which was compared; null if the bucket
   * never had the file.
   */
  readonly fetch: (name: string, signal?: AbortSignal) => Promise<string | null>;
  readonly has: (name: string) => boolean;
  /** Deletes the object of a file, once the open transaction commits, until the bucket has confirmed it. */
  readonly remove: (name: string) => void;
  /** Deletes the objects of unused files in a folder: their uploads' transactions never committed. File names are without the folder. */
  readonly removeUnused: (folder: string, isUsed: (fileName: string) => boolean) => void;
  /** Stops all work, and deletes the copies. */
  readonly close: () => Promise<void>;
};

export type OpenedWorkspace = {
  readonly id: string;
  /** The folder of the workspace. */
  readonly dir: string;
  readonly log: { readonly error: (details: Readonly<Record<string, unknown>>, message: string) => void };
};

export type WorkspaceBucket = { readonly open: (db: Database, workspace: OpenedWorkspace) => WorkspaceObjects };
