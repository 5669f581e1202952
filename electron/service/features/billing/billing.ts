import { dayMs } from '../../../../shared/duration.ts';
import type { CallMeter } from '../calls/call-meter.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { closeCycles } from './close-cycles.ts';
import { recordUsage } from './record-usage.ts';
import { readBillingAccount } from './billing-account.ts';
import { InvoiceRenderer } from './pdf/invoice-renderer.ts';
import { listBilledOrgIds } from './plan-queries.ts';
import { raiseUsageNotices } from './raise-usage-notices.ts';

/** Closed in one go, so that a clock that is years ahead holds nobody up; the rest follows at once. */
const closeBatchSize = 24;

/** The clock is looked at as often, as it may be set, or the computer may sleep; and a timer reaches 24 days at most. */
const checkIntervalMs = 10 * 60 * 1000;

/** After a failure, a full disk say. */
const retryDelayMs = 60 * 1000;

type BillingOptions = { readonly context: Context; readonly events: EventPublisher; readonly issuer: string };

/** The minutes and invoices of one open workspace: counts calls as they complete, and closes cycles as they end. */
export class Billing {
  readonly invoiceRenderer = new InvoiceRenderer();
  readonly #db: Database;
  readonly #options: BillingOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastCheckedDay = 0;
  #isClosed = false;

  constructor(db: Database, engines: BillingOptions) {
    this.#db = db;
    this.#options = engines;
    this.#checkCycles();
  }

  readonly meterCall: CallMeter = ({ id, org_id }, completed) => {
    const ledger = readBillingAccount(this.#db, org_id);
    recordUsage(this.#db, ledger, { id, ...completed });
    const noticeId = raiseUsageNotices({ db: this.#db, context: this.#options.context }, ledger);
    this.#publishChange(org_id, noticeId);
  };

  /** Closes the cycles that have ended; to be called before anything is told of an organization's minutes or invoices. */
  closeEndedCycles(orgId: string): void {
    const { context, issuer } = this.#options;
    const closing = { db: this.#db, context, issuer };
    const count = closeCycles(closing, orgId, closeBatchSize);
    if (count > 0) this.#publishChange(orgId, null);
    if (count === closeBatchSize) this.#scheduleCheck(0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.invoiceRenderer.close();
  }

  #checkCycles(): void {
    const { context } = this.#options;
    const now = context.now();
    const day = Math.floor(now / dayMs);
    let waitMs = Math.min(checkIntervalMs, (day + 1) * dayMs - now);
    // What is likely, and which days are still to come, changes with each day.
    const isNewDay = this.#lastCheckedDay !== 0 && this.#lastCheckedDay !== day;
    this.#lastCheckedDay = day;
    try {
      for (const orgId of listBilledOrgIds(this.#db)) {
        this.closeEndedCycles(orgId);
        const ledger = readBillingAccount(this.#db, orgId);
        const noticeId = this.#db.transaction(() => raiseUsageNotices({ db: this.#db, context }, ledger));
        if (noticeId || isNewDay) this.#publishChange(orgId, noticeId);
        if (ledger.openCycle.endMs <= now) waitMs = 0;
      }
    } catch (error) {
      // The cycle stays open, and whoever asks for it is told what failed.
      context.log.error({ err: error }, 'billing cycles could not be closed');
      waitMs = retryDelayMs;
    }
    this.#scheduleCheck(waitMs);
  }

  #scheduleCheck(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#checkCycles(), waitMs);
    this.#timer.unref();
  }

  #publishChange(orgId: string, noticeId: string | null): void {
    const { events } = this.#options;
    events.publish({ type: 'usage.changed' }, orgId);
    if (noticeId) events.publish({ type: 'usage_notice.raised', notice_id: noticeId }, orgId);
  }
}
