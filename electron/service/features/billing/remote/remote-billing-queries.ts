import { dayMs } from '../../../../../shared/text/duration.ts';
import type { InvoiceRecords } from '../../../../../shared/billing/invoices.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { BillingCycle } from '../billing-cycle.ts';

/** A row of the table `usage_snapshot`: the remote sent these numbers from `taken_at` to `seen_at`. */
export type UsageSnapshot = {
  readonly taken_at: number;
  readonly seen_at: number;
  readonly period_start: number;
  readonly period_end: number;
  readonly minutes_used: number;
  readonly minutes_included: number;
  readonly overage_minutes: number;
  readonly cost_cents: number | null;
};

export function findLatestSnapshot(db: Database): UsageSnapshot | undefined {
  return db.get<UsageSnapshot>('SELECT * FROM usage_snapshot ORDER BY taken_at DESC LIMIT 1');
}

/** Returns the snapshots of the billing period with this start, or this end; oldest first. */
export function listSnapshots(db: Database, period: Partial<BillingCycle>): readonly UsageSnapshot[] {
  return db.all<UsageSnapshot>(
    'SELECT * FROM usage_snapshot WHERE period_start = ? OR period_end = ? ORDER BY taken_at',
    period.startMs ?? null,
    period.endMs ?? null,
  );
}

export function insertSnapshot(db: Database, snapshot: UsageSnapshot): void {
  db.run(
    `INSERT INTO usage_snapshot (taken_at, seen_at, period_start, period_end, minutes_used, minutes_included,
       overage_minutes, cost_cents) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    snapshot.taken_at,
    snapshot.seen_at,
    snapshot.period_start,
    snapshot.period_end,
    snapshot.minutes_used,
    snapshot.minutes_included,
    snapshot.overage_minutes,
    snapshot.cost_cents,
  );
}

/** Extends a snapshot: the remote sent the same numbers again. */
export function extendSnapshot(db: Database, takenAt: number, seenAt: number): void {
  db.run('UPDATE usage_snapshot SET seen_at = ? WHERE taken_at = ?', seenAt, takenAt);
}

/** Removes the snapshots of the future, which only a clock that was ahead takes. */
export function deleteSnapshotsAfter(db: Database, nowMs: number): void {
  db.run('DELETE FROM usage_snapshot WHERE taken_at > ?', nowMs);
  db.run('UPDATE usage_snapshot SET seen_at = ? WHERE seen_at > ?', nowMs, nowMs);
}

/**
 * Thins the snapshots of each UTC day before `beforeMs` to the last one. The first one is kept as well if there is none of the
 * day before, because the minutes of the day are counted from it.
 */
export function thinSnapshots(db: Database, beforeMs: number): void {
  db.run(
    `DELETE FROM usage_snapshot WHERE taken_at < ?
       AND EXISTS (
         SELECT 1 FROM usage_snapshot AS later
         WHERE later.taken_at > usage_snapshot.taken_at AND later.period_start = usage_snapshot.period_start
           AND later.taken_at / ${dayMs} = usage_snapshot.taken_at / ${dayMs}
       )
       AND EXISTS (
         SELECT 1 FROM usage_snapshot AS earlier
         WHERE earlier.taken_at < usage_snapshot.taken_at AND earlier.period_start = usage_snapshot.period_start
           AND earlier.seen_at / ${dayMs} >= usage_snapshot.taken_at / ${dayMs} - 1
       )
       AND seen_at / ${dayMs} = taken_at / ${dayMs}`,
    beforeMs,
  );
}

/** A row of the table `remote_invoice`, with the ID that the remote gave it. */
export type RemoteInvoiceRow = {
  readonly invoice_id: string;
  readonly remote_id: string;
  readonly amount_cents: number;
  /** As the remote wrote it. */
  readonly status: string;
  readonly issued_at: number;
  readonly pdf_url: string;
  /** Null until the PDF is downloaded. */
  readonly pdf_sha256: string | null;
  /** The status of the invoice when its PDF was downloaded. */
  readonly pdf_status: string | null;
  /** Why the last download failed, as a sentence. */
  readonly pdf_error: string | null;
  /** Why it could not be refreshed, as a sentence. */
  readonly error: string | null;
};

const selectInvoice = `SELECT remote_invoice.*, remote_id, error FROM remote_invoice
  JOIN remote_item ON kind = 'invoice' AND local_id = invoice_id`;

/** Returns all the remote's invoices, newest first. */
export function listRemoteInvoices(db: Database): readonly RemoteInvoiceRow[] {
  return db.all<RemoteInvoiceRow>(`${selectInvoice} ORDER BY issued_at DESC, invoice_id`);
}

export function findRemoteInvoice(db: Database, invoiceId: string): RemoteInvoiceRow | undefined {
  return db.get<RemoteInvoiceRow>(`${selectInvoice} WHERE invoice_id = ?`, invoiceId);
}

/** Lists the invoices of which the remote has sent no usable state, with the reason. */
export function listUnusableInvoices(db: Database): InvoiceRecords['unusable'] {
  return [
    ...db.all<InvoiceRecords['unusable'][number]>(
      `SELECT remote_id AS number, error FROM remote_item WHERE kind = 'invoice' AND error IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM remote_invoice WHERE invoice_id = local_id) ORDER BY remote_id`,
    ),
  ];
}

/** Stores an invoice; the fields of its PDF stay as they are. Returns whether anything but the URL of the PDF changed. */
export function storeRemoteInvoice(
  db: Database,
  invoice: Pick<RemoteInvoiceRow, 'invoice_id' | 'amount_cents' | 'status' | 'issued_at' | 'pdf_url'>,
): boolean {
  const { invoice_id, amount_cents, status, issued_at, pdf_url } = invoice;
  const { changes } = db.run(
    `INSERT INTO remote_invoice (invoice_id, amount_cents, status, issued_at, pdf_url) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (invoice_id) DO UPDATE
       SET amount_cents = excluded.amount_cents, status = excluded.status, issued_at = excluded.issued_at
       WHERE amount_cents <> excluded.amount_cents OR status <> excluded.status OR issued_at <> excluded.issued_at`,
    invoice_id,
    amount_cents,
    status,
    issued_at,
    pdf_url,
  );
  // A signed URL is different in every response.
  db.run('UPDATE remote_invoice SET pdf_url = ? WHERE invoice_id = ?', pdf_url, invoice_id);
  return changes > 0;
}

export function storePdf(
  db: Database,
  invoiceId: string,
  pdf: { readonly sha256: string; readonly sizeBytes: number; readonly status: string },
): void {
  db.run(
    'UPDATE remote_invoice SET pdf_sha256 = ?, pdf_bytes = ?, pdf_status = ?, pdf_error = NULL WHERE invoice_id = ?',
    pdf.sha256,
    pdf.sizeBytes,
    pdf.status,
    invoiceId,
  );
}

export function isPdfUsed(db: Database, sha256: string): boolean {
  return db.get('SELECT 1 FROM remote_invoice WHERE pdf_sha256 = ? LIMIT 1', sha256) !== undefined;
}

export function storePdfError(db: Database, invoiceId: string, error: string): void {
  db.run('UPDATE remote_invoice SET pdf_error = ? WHERE invoice_id = ?', error, invoiceId);
}
