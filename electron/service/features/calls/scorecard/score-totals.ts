import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallFilter } from '../../../../../shared/call-filter.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createScorecardReader } from './read-scorecard.ts';
import { hasAllTotals, identifyScorecard, listCallsBelow, upsertTotal } from './total-queries.ts';

/** Longer steps would delay other requests noticeably. */
const maxStepMs = 8;

const pageSize = 200;

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
   * Resolves when the totals that a filter needs are known. Does nothing in a database that is read-only, which can find only the
   * totals from before. Rejects if the workspace is closed.
   */
  async prepare({ score_percent_min, score_percent_below }: CallFilter): Promise<void> {
    if (score_percent_min === undefined && score_percent_below === undefined) return;
    // Calls and criteria can change while totals are computed.
    while (!this.#db.isReadOnly && !hasAllTotals(this.#db, this.#orgId, identifyScorecard(this.#db, this.#orgId))) {
      this.#running ??= this.#computeAll().finally(() => (this.#running = undefined));
      await this.#running;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The workspace was closed.'));
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

  /** Computes some of the missing totals below a row id. Returns that of the last call, or undefined if none is missing. */
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
