// Public: other features may import this file.
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import { countCallsInProgress } from '../../calls/call-queries.ts';
import { joinUnread, type Unread } from '../../remote/list-problems.ts';
import { readObject, requireValid } from '../../remote/read-remote.ts';
import {
  RemoteError,
  type RemoteClient,
  type RemoteRequest,
  type RemoteResponse,
  type RemoteLink,
} from '../../remote/remote-client.ts';
import { usageReader } from '../../remote/remote-schemas.ts';
import type { RefreshPart } from '../../sync/refresh-task.ts';
import { storeUsageNotices } from '../usage-notices.ts';
import { InvoiceDownloads, type InvoicePdfFiles } from './invoice-downloads.ts';
import { readRemoteCycle } from './read-remote-overview.ts';
import {
  findRemoteInvoice,
  type RemoteInvoiceRow,
  findLatestSnapshot,
  extendSnapshot,
} from './remote-billing-queries.ts';
import { readInvoices, storeInvoices, checkUsage, storeUsage } from './store-remote-billing.ts';

const minuteMs = 60_000;

/** Usage is small. */
const usageBytesMax = 256 * 1024;

export type RemoteBillingOptions = {
  readonly orgId: string;
  readonly context: Context;
  readonly events: EventPublisher;
  readonly link: RemoteLink;
  readonly pdfFiles: InvoicePdfFiles;
};

type Answer = { readonly client: RemoteClient; readonly etag: string };

/** Mirrors the usage and the invoices of a linked workspace's remote. */
export class RemoteBilling {
  readonly parts: readonly RefreshPart[];
  readonly #db: Database;
  readonly #options: RemoteBillingOptions;
  readonly #downloads: InvoiceDownloads;
  /** The ETag of the latest response for each path. A different client can have a different remote. */
  readonly #answers = new Map<string, Answer>();

  constructor(db: Database, options: RemoteBillingOptions) {
    this.#db = db;
    this.#options = options;
    this.#downloads = new InvoiceDownloads(db, { ...options, onChange: () => this.#publishChange() });
    this.parts = [
      {
        name: 'usage',
        activeMs: minuteMs,
        idleMs: 5 * minuteMs,
        // A call that ends changes it.
        isActive: () => countCallsInProgress(db, options.orgId) > 0,
        refresh: (signal) => this.#refreshUsage(signal),
      },
      {
        name: 'invoices',
        activeMs: 60 * minuteMs,
        idleMs: 60 * minuteMs,
        isActive: () => false,
        refresh: async (signal) => {
          const leftOut = await this.#refreshInvoices(signal);
          this.#downloads.start();
          return leftOut;
        },
      },
    ];
  }

  /** Downloads the PDF of an invoice now, from a fresh URL. Returns the invoice, with the reason if that failed. */
  async downloadPdf(invoiceId: string, signal: AbortSignal): Promise<RemoteInvoiceRow | undefined> {
    try {
      await this.#refreshInvoices(signal);
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      // The known URL may still work.
    }
    await this.#downloads.download(invoiceId);
    return findRemoteInvoice(this.#db, invoiceId);
  }

  close(): Promise<void> {
    return this.#downloads.close();
  }

  /** Resolves to the fields that could not be read, if there are any. */
  async #refreshUsage(signal: AbortSignal): Promise<Unread | null> {
    const response = await this.#get({ path: '/billing/usage', maxBytes: usageBytesMax, signal });
    const db = this.#db;
    const { context, link, orgId } = this.#options;
    let leftOut: Unread | null = null;
    db.transaction(() => {
      if (response.status === 304) {
        const latest = findLatestSnapshot(db);
        if (latest) extendSnapshot(db, latest.taken_at, Math.max(latest.seen_at, context.now()));
      } else {
        const reading = requireValid(readObject(usageReader, response.body, { remoteOrgId: link.remoteOrgId }));
        leftOut = joinUnread(reading.leftOut);
        const usage = checkUsage(reading.value);
        if (typeof usage === 'string') throw new RemoteError('invalid', usage, { wasSent: true });
        storeUsage(db, usage, context.now());
      }
      this.#publishChange(this.#raiseNotices(orgId));
    });
    this.#keepEtag('/billing/usage', response, leftOut);
    return leftOut;
  }

  #raiseNotices(orgId: string): string | null {
    const { usage, forecast } = readRemoteCycle(this.#db);
    if (!usage) return null;
    return storeUsageNotices(
      { db: this.#db, context: this.#options.context },
      {
        orgId,
        cycleStartMs: Date.parse(usage.billing_period.start),
        minutesUsed: usage.minutes_used,
        minutesIncluded: usage.minutes_included,
        forecast: forecast?.minutes ?? null,
      },
    );
  }

  /** Resolves to the invoices that could not be read, if there are any. */
  async #refreshInvoices(signal: AbortSignal): Promise<Unread | null> {
    const response = await this.#get({ path: '/billing/invoices', signal });
    if (response.status === 304) return null;
    const { context, link } = this.#options;
    const reading = readInvoices(response.body, link.remoteOrgId);
    this.#db.transaction(() => {
      if (storeInvoices(this.#db, reading, context)) this.#publishChange();
    });
    const leftOut = reading.problems.describe();
    this.#keepEtag('/billing/invoices', response, leftOut);
    return leftOut;
  }

  async #get(request: Omit<RemoteRequest, 'method' | 'etag'>): Promise<RemoteResponse & { client: RemoteClient }> {
    const client = await this.#options.link.getClient();
    const known = this.#answers.get(request.path);
    const etag = known?.client === client ? known.etag : null;
    try {
      return { ...(await client.request({ ...request, method: 'GET', etag })), client };
    } catch (error) {
      // The billing view shows that it is not permitted.
      if (error instanceof RemoteError && error.status === 403) this.#publishChange();
      throw error;
    }
  }

  /** With its ETag, a response of which something was left out would be answered with 304 and seem to be complete. */
  #keepEtag(
    path: string,
    { etag, client, status }: RemoteResponse & { readonly client: RemoteClient },
    leftOut: Unread | null,
  ): void {
    if (status === 304) return;
    if (etag === null || leftOut !== null) this.#answers.delete(path);
    else this.#answers.set(path, { client, etag });
  }

  #publishChange(noticeId: string | null = null): void {
    const { events, orgId } = this.#options;
    events.publish({ type: 'usage.changed' }, orgId);
    if (noticeId !== null) events.publish({ type: 'usage_notice.raised', notice_id: noticeId }, orgId);
  }
}
