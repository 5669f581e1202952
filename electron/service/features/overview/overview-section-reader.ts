import type { OverviewSectionId } from '../../../../shared/attention.ts';
import type { WorkspaceScope } from '../../platform/http/workspace-scope.ts';

/** Reads the parts of an overview so that one which fails takes no other with it. */
export class OverviewSectionReader {
  readonly #workspace: Pick<WorkspaceScope, 'db' | 'context'>;
  readonly #unreadable = new Set<OverviewSectionId>();

  constructor(workspace: Pick<WorkspaceScope, 'db' | 'context'>) {
    this.#workspace = workspace;
  }

  /** The rooms of which something could not be read so far, each once. */
  get unreadableSections(): readonly OverviewSectionId[] {
    return [...this.#unreadable];
  }

  /** What is read, or `otherwise` where that fails, which is logged. A workspace that was closed is no part’s own trouble. */
  read<T>(room: OverviewSectionId, otherwise: T, read: () => T): T {
    const { db, context } = this.#workspace;
    try {
      return read();
    } catch (error) {
      if (!db.isOpen) throw error;
      context.log.error({ room, err: error }, 'a part of the overview could not be read');
      this.#unreadable.add(room);
      return otherwise;
    }
  }
}
