// Public: other features may import this file.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallFilter } from '../../../../../shared/calls/call-filter.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createScorecardReader } from './read-scorecard.ts';
import { filtersByTotal, hasAllTotals, identifyScorecard, listCallsBelow, upsertTotal } from './total-queries.ts';

/** Longer steps would delay other requests noticeably. */
const maxStepMs = 8;

const pageSize = 200;

/** A pass computes all missing totals. Calls that change during the last one are found by the next request. */
const maxPasses = 2;

const readOnlyDetail = 'Calls cannot be filtered by their score: this workspace is damaged, and open read-only.';

/**
 * Keeps the totals of scorecards, by which calls are filtered. They are computed when a filter needs them: the first time for
 * all calls, then for those whose scores, turns or outcome have changed, and after a change of the criteria for all again.
 */
export class ScoreTotals {
  readonly #db: Database;
  readonly #orgId: string;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(db: Database, orgId: string) {
    this.#db = db;
    this.#orgId = orgId;
  }

  /**
   * Resolves when the totals that a filter needs are known, except for calls that change again and again meanwhile. Throws
   * Problem `workspace_read_only` if they cannot be stored, and `no_workspace` if the workspace is closed meanwhile.
   */
  async prepare(filter: CallFilter): Promise<void> {
    if (!filtersByTotal(filter)) return;
    if (this.#db.isReadOnly) throw new Problem('workspace_read_only', readOnlyDetail);
    // Calls and criteria can change while totals are computed.
    for (let pass = 0; pass < maxPasses; pass++) {
      if (hasAllTotals(this.#db, this.#orgId, identifyScorecard(this.#db, this.#orgId))) return;
      this.#running ??= this.#computeAll().finally(() => (this.#running = undefined));
      await this.#running;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Problem('no_workspace', 'The workspace was closed before the calls were filtered.'));
    await this.#running?.catch(() => {}); // `prepare` throws it
  }

  /** Computes the totals that are missing, newest first. */
  async #computeAll(): Promise<void> {
    let before: number | undefined = Number.MAX_SAFE_INTEGER;
    while (before !== undefined) {
      this.#closing.signal.throwIfAborted();
      before = this.#db.bulkTransaction(() => this.#computeStep(before));
      await nextTurn();
    }
  }

  /** Computes some of the missing totals below a row id. Returns the row id of the last call, or undefined if none is missing. */
  #computeStep(before = 0): number | undefined {
    const db = this.#db;
    const orgId = this.#orgId;
    const scorecard = identifyScorecard(db, orgId);
    const calls = listCallsBelow(db, orgId, scorecard, { before, limit: pageSize });
    const missing = calls.filter(({ has_total }) => has_total === 0);
    const readScorecard = createScorecardReader(db, orgId);
    const stopAt = performance.now() + maxStepMs;
    for (const call of missing) {
      if (performance.now() > stopAt) return call.id + 1;
      upsertTotal(db, orgId, { call: call.id, scorecard, percent: readScorecard(call).total_percent });
    }
    // Where few were missing, no other may be: reading on would take half a second with 100,000 calls.
    const isDone = missing.length > 0 && missing.length < calls.length && hasAllTotals(db, orgId, scorecard);
    return isDone ? undefined : calls.at(-1)?.id;
  }
}
