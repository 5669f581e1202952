import { chmodSync, type Dirent, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '../../../../shared/text/duration.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Snapshot } from '../../../../shared/workspaces/workspaces.ts';

const keptSnapshots = 7;

/** A counter, because the clock can go back; the time; and a mark if the chain of the activity is broken. */
const namePattern = /^(\d{6})-(\d{13})(-tampered)?\.db$/;

type SnapshotFile = Snapshot & { readonly path: string; readonly count: number };

/**
 * The snapshots of a workspace: `snapshots/<count>-<time>.db`. A snapshot contains the database without the text of
 * documents. Original files and recordings are stored once, beside the database.
 */
export class SnapshotFolder {
  readonly #dir: string;

  constructor(workspaceDir: string) {
    this.#dir = join(workspaceDir, 'snapshots');
  }

  /** Returns the snapshots, newest first. Throws Problem `workspace_unusable` if the folder cannot be read. */
  list(): readonly SnapshotFile[] {
    return this.#listEntries()
      .flatMap((entry) => {
        const { name } = entry;
        const [, count, time, tampered] = namePattern.exec(name) ?? [];
        if (count === undefined || !entry.isFile()) return [];
        const path = join(this.#dir, name);
        return {
          snapshot_id: `snp_${count}`,
          created_at: formatTimestamp(Number(time)),
          size_bytes: statSync(path).size,
          is_activity_intact: tampered === undefined,
          path,
          count: Number(count),
        };
      })
      .toSorted((a, b) => b.count - a.count);
  }

  #listEntries(): readonly Dirent[] {
    try {
      return existsSync(this.#dir) ? readdirSync(this.#dir, { withFileTypes: true }) : [];
    } catch (error) {
      throw new Problem('workspace_unusable', `Its snapshots in ${this.#dir} cannot be read.`, { cause: error });
    }
  }

  /** Throws Problem `snapshot_not_found`. */
  require(snapshotId: string): SnapshotFile {
    const found = this.list().find(({ snapshot_id }) => snapshot_id === snapshotId);
    if (!found) throw new Problem('snapshot_not_found', `There is no snapshot ${JSON.stringify(snapshotId)}.`);
    return found;
  }

  /** Returns whether the newest snapshot is a day old, or from the future. */
  isDue(nowMs: number): boolean {
    const [newest] = this.list();
    return !newest || Math.abs(nowMs - Date.parse(newest.created_at)) >= dayMs;
  }

  /** Creates the folder and returns the paths of unfinished files in it, which an interrupted run can leave. */
  prepare(): { readonly copyPath: string; readonly newPath: string; readonly rewrittenPath: string } {
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const toPath = (name: string) => join(this.#dir, `.${name}.db`);
    return { copyPath: toPath('copy'), newPath: toPath('new'), rewrittenPath: toPath('rewritten') };
  }

  removeUnfinished(): void {
    for (const path of this.#listUnfinished()) rmSync(path, { force: true });
  }

  /** As `removeUnfinished`, without blocking: freeing 140 MB takes 40 ms. */
  async removeUnfinishedLater(): Promise<void> {
    await Promise.all(this.#listUnfinished().map((path) => rm(path, { force: true })));
  }

  #listUnfinished(): readonly string[] {
    const names = this.#listEntries().map(({ name }) => name);
    return names.filter((name) => /^\.(copy|new|rewritten)\.db/.test(name)).map((name) => join(this.#dir, name));
  }

  /** Adds a finished file as the newest snapshot and deletes all but the last seven. */
  add(newPath: string, nowMs: number, isActivityIntact: boolean): Snapshot {
    const count = String((this.list()[0]?.count ?? 0) + 1).padStart(6, '0');
    const time = String(nowMs).padStart(13, '0');
    chmodSync(newPath, 0o600);
    renameSync(newPath, join(this.#dir, `${count}-${time}${isActivityIntact ? '' : '-tampered'}.db`));
    for (const { path } of this.list().slice(keptSnapshots)) rmSync(path, { force: true });
    const { snapshot_id, created_at, size_bytes, is_activity_intact } = this.require(`snp_${count}`);
    return { snapshot_id, created_at, size_bytes, is_activity_intact };
  }
}
