// Public: other features may import this file.
import { dayMs } from '../../../../shared/text/duration.ts';
import type { Workspace } from '../../../../shared/workspaces/workspaces.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import type { CallMeter } from '../calls/calls.ts';
import {
  closeConfirmedCycles,
  closeCycles,
  moveMisplacedUsage,
  readBillingAccount,
  recordUsage,
} from './billing-account.ts';
import { InvoiceRenderer } from './pdf/invoice-renderer.ts';
import { isBilledLocally, listBilledOrgIds } from './plan-queries.ts';
import { raiseUsageNotices } from './usage-notices.ts';
import { InvoicePdfFiles } from './remote/invoice-downloads.ts';

/** Cycles closed in one batch, so that a clock that is years ahead does not block requests. */
const closeBatchSize = 24;

/** Checks regularly, because the clock can change, the computer can sleep, and timers are limited to 24 days. */
const checkIntervalMs = 10 * 60 * 1000;

/** After a failure such as a full disk. */
const retryDelayMs = 60 * 1000;

type BillingOptions = {
  readonly context: Context;
  readonly events: EventPublisher;
  readonly issuer: string;
  readonly workspaceDir: string;
};

/** Billing of one open workspace: meters completed calls and closes ended cycles, unless it is open read-only. */
export class Billing {
  readonly invoiceRenderer = new InvoiceRenderer();
  /** The PDFs of the remote's invoices, which stay after the workspace was unlinked. */
  readonly pdfFiles: InvoicePdfFiles;
  readonly #db: Database;
  readonly #options: BillingOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastCheckedDay = 0;
  #isClosed = false;

  constructor(db: Database, options: BillingOptions) {
    this.#db = db;
    this.#options = options;
    this.pdfFiles = new InvoicePdfFiles(options.workspaceDir);
    if (!db.isReadOnly) this.checkCycles();
  }

  /** Practice calls and trials are free. So are simulated calls of a workspace that was linked. */
  readonly meterCall: CallMeter = ({ id, org_id, mode }, completed) => {
    if (mode !== 'simulated' || !isBilledLocally(this.#db, org_id)) return this.#publishChange(org_id, null);
    const account = readBillingAccount(this.#db, org_id);
    recordUsage(this.#db, account, { id, ...completed }, this.#options.context.now());
    const noticeId = raiseUsageNotices({ db: this.#db, context: this.#options.context }, account);
    this.#publishChange(org_id, noticeId);
  };

  /**
   * Closes the cycles that have ended, unless the disk is full. Call before reading usage or invoices. An organization without
   * a plan, such as a linked workspace, has no cycles.
   */
  closeEndedCycles(orgId: string): void {
    if (this.#db.isReadOnly || !isBilledLocally(this.#db, orgId)) return;
    try {
      if (this.#closeCycles(orgId) === closeBatchSize) this.#scheduleCheck(0);
    } catch (error) {
      // The cycles stay open and the data of the current one can be read.
      if (!isStorageFull(error)) throw error;
    }
  }

  /** Closes the ended cycles that `closeEndedCycles` leaves open, because the clock may be wrong. Returns their number. */
  confirmEndedCycles(orgId: string): number {
    const { context, issuer } = this.#options;
    return closeConfirmedCycles({ db: this.#db, context, issuer }, orgId, Infinity);
  }

  /** Closes the cycles that have ended, raises usage notices, and schedules the next check. */
  checkCycles(): void {
    if (this.#isClosed) return;
    const { context } = this.#options;
    const now = context.now();
    const day = Math.floor(now / dayMs);
    let waitMs = Math.min(checkIntervalMs, (day + 1) * dayMs - now);
    // The forecast and the list of future days change every day.
    const isNewDay = this.#lastCheckedDay !== 0 && this.#lastCheckedDay !== day;
    this.#lastCheckedDay = day;
    try {
      for (const orgId of listBilledOrgIds(this.#db)) {
        if (this.#closeCycles(orgId) === closeBatchSize) waitMs = 0;
        const account = readBillingAccount(this.#db, orgId);
        const noticeId = this.#db.transaction(() => raiseUsageNotices({ db: this.#db, context }, account));
        if (noticeId || isNewDay) this.#publishChange(orgId, noticeId);
      }
    } catch (error) {
      // The cycle stays open. Requests for billing data close it again and return the error.
      context.log.error({ err: error }, 'could not close billing cycles');
      waitMs = retryDelayMs;
    }
    this.#scheduleCheck(waitMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.invoiceRenderer.close();
  }

  /** Returns the number of closed cycles, at most `closeBatchSize`. */
  #closeCycles(orgId: string): number {
    const { context, issuer } = this.#options;
    const db = this.#db;
    const hasMoved = moveMisplacedUsage(db, readBillingAccount(db, orgId), context.now());
    const count = closeCycles({ db, context, issuer }, orgId, closeBatchSize);
    if (count > 0 || hasMoved) this.#publishChange(orgId, null);
    return count;
  }

  #scheduleCheck(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.checkCycles(), waitMs);
    this.#timer.unref();
  }

  #publishChange(orgId: string, noticeId: string | null): void {
    const { events } = this.#options;
    events.publish({ type: 'usage.changed' }, orgId);
    if (noticeId) events.publish({ type: 'usage_notice.raised', notice_id: noticeId }, orgId);
  }
}

/** Returns the issuer of the invoices of a local workspace, which no company issues. */
export function getInvoiceIssuer(kind: Workspace['kind']): string {
  return kind === 'demo' ? 'Switchboard (demo)' : 'Switchboard (local workspace)';
}
