import type { SyncPartId } from '../../../../shared/sync.ts';

/** A part of the mirror that is refreshed on its own, so that a failure of one leaves the others up to date. Each feature has its parts. */
export type RefreshPart = {
  /** The key of its row in the table `refresh`, and its name in the sync status. */
  readonly name: SyncPartId;
  /** Milliseconds between two refreshes while something is expected to change, such as a live call. */
  readonly activeMs: number;
  readonly idleMs: number;
  readonly isActive: () => boolean;
  /** Fetches and stores the part: each batch in one transaction, with its events. Rejects with RemoteError. */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
};
