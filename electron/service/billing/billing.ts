import { dayMs } from '../../../shared/billing-cycle.ts';
import type { CallMeter } from '../calls/call-meter.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { EventHub } from '../events/event-hub.ts';
import { closeCycles } from './close-cycles.ts';
import { enterUsage } from './enter-usage.ts';
import { readLedger } from './ledger.ts';
import { InvoicePrinter } from './pdf/invoice-printer.ts';
import { listBilledOrganizations } from './plan-queries.ts';
import { raiseNotices } from './raise-notices.ts';

/** Closed in one go, so that a clock that is years ahead holds nobody up; the rest follows at once. */
const closedAtOnce = 24;

/** The clock is looked at as often, as it may be set, or the computer may sleep; and a timer reaches 24 days at most. */
const lookEveryMs = 10 * 60 * 1000;

/** After a failure, a full disk say. */
const retryAfterMs = 60 * 1000;

type BillingEngines = { readonly context: Context; readonly hub: EventHub; readonly issuer: string };

/** The minutes and invoices of one open workspace: counts calls as they complete, and closes cycles as they end. */
export class Billing {
  readonly printer = new InvoicePrinter();
  readonly #db: Database;
  readonly #engines: BillingEngines;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastDay = 0;
  #isClosed = false;

  constructor(db: Database, engines: BillingEngines) {
    this.#db = db;
    this.#engines = engines;
    this.#lookAtClock();
  }

  readonly meter: CallMeter = ({ id, org_id }, completed) => {
    const ledger = readLedger(this.#db, org_id);
    enterUsage(this.#db, ledger, { id, ...completed });
    const noticeId = raiseNotices({ db: this.#db, context: this.#engines.context }, ledger);
    return () => this.#tell(org_id, noticeId);
  };

  /** Closes the cycles that have ended; to be called before anything is told of an organization's minutes or invoices. */
  settle(orgId: string): void {
    const { context, issuer } = this.#engines;
    const closing = { db: this.#db, context, issuer };
    const count = closeCycles(closing, orgId, closedAtOnce);
    if (count > 0) this.#tell(orgId, null);
    if (count === closedAtOnce) this.#lookIn(0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.printer.close();
  }

  #lookAtClock(): void {
    const { context } = this.#engines;
    const now = context.now();
    const day = Math.floor(now / dayMs);
    let waitMs = Math.min(lookEveryMs, (day + 1) * dayMs - now);
    // What is likely, and which days are still to come, changes with each day.
    const isNewDay = this.#lastDay !== 0 && this.#lastDay !== day;
    this.#lastDay = day;
    try {
      for (const orgId of listBilledOrganizations(this.#db)) {
        this.settle(orgId);
        const ledger = readLedger(this.#db, orgId);
        const noticeId = this.#db.transaction(() => raiseNotices({ db: this.#db, context }, ledger));
        if (noticeId || isNewDay) this.#tell(orgId, noticeId);
        if (ledger.open.endMs <= now) waitMs = 0;
      }
    } catch (error) {
      // The cycle stays open, and whoever asks for it is told what failed.
      context.log.error({ err: error }, 'billing cycles could not be closed');
      waitMs = retryAfterMs;
    }
    this.#lookIn(waitMs);
  }

  #lookIn(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#lookAtClock(), waitMs);
    this.#timer.unref();
  }

  #tell(orgId: string, noticeId: string | null): void {
    const { hub } = this.#engines;
    hub.publish({ type: 'usage.changed' }, orgId);
    if (noticeId) hub.publish({ type: 'notice.raised', notice_id: noticeId }, orgId);
  }
}
