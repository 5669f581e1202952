// Public: other features may import this file.
import type { SyncPartId } from '../../../../shared/workspaces/sync.ts';

/** A part of the mirror. It is refreshed separately, so that its failure leaves the other parts up to date. Features create the parts. */
export type RefreshPart = {
  /** The key of its row in the table `refresh`, and its name in the sync status. */
  readonly name: SyncPartId;
  /** Milliseconds between two refreshes while something is expected to change, such as a live call. */
  readonly activeMs: number;
  readonly idleMs: number;
  readonly isActive: () => boolean;
  /**
   * Fetches and stores the part: each batch in one transaction, with its events. Rejects with RemoteError, whose status is 403 if the
   * API key may not read the part. Resolves to a sentence about the items that could not be read, if there are any: everything else is
   * up to date.
   */
  readonly refresh: (signal: AbortSignal) => Promise<string | null | void>;
};
