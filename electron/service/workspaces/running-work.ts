import type { OpenWorkspace } from './open-workspace.ts';

/** Work that continues without the window. */
export type RunningWork = {
  /** Queued and live calls. A live call fails if the application quits. */
  readonly calls: number;
  /** Documents that are being processed. They resume at the next start. */
  readonly documents: number;
  /** The share of the documents' pages that is done, from 0 to 1; null if no document is being processed. */
  readonly progress: number | null;
};

/**
 * Nothing of a linked workspace needs this computer: the remote runs its calls and processes its documents, and changes that
 * wait are kept and sent after the next start.
 */
export function measureRunningWork(workspace: OpenWorkspace | undefined): RunningWork {
  if (!workspace || workspace.kind === 'linked') return { calls: 0, documents: 0, progress: null };
  const { orgId, services } = workspace;
  const { processing } = services.knowledge.summarizeIngest(orgId, services.outbox);
  const shares = processing.map(({ progress }) => (progress?.pages ? progress.page / progress.pages : 0));
  return {
    calls: services.calls.countUnfinished(),
    documents: processing.length,
    progress: shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
  };
}
