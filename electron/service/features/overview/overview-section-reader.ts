import type { OverviewSectionId } from '../../../../shared/window/attention.ts';
import type { WorkspaceScope } from '../../platform/http/workspace-scope.ts';

/** Reads the sections of an overview separately, so that one failure does not affect the others. */
export class OverviewSectionReader {
  readonly #workspace: Pick<WorkspaceScope, 'db' | 'context'>;
  readonly #unreadable = new Set<OverviewSectionId>();

  constructor(workspace: Pick<WorkspaceScope, 'db' | 'context'>) {
    this.#workspace = workspace;
  }

  /** The sections that could not be read so far, without duplicates. */
  get unreadableSections(): readonly OverviewSectionId[] {
    return [...this.#unreadable];
  }

  /** Returns the result of `read`, or logs its error and returns `fallback`. Throws if the workspace was closed. */
  read<T>(section: OverviewSectionId, fallback: T, read: () => T): T {
    const { db, context } = this.#workspace;
    try {
      return read();
    } catch (error) {
      if (!db.isOpen) throw error;
      context.log.error({ section, err: error }, 'could not read a section of the overview');
      this.#unreadable.add(section);
      return fallback;
    }
  }
}
