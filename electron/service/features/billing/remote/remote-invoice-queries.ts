import type { InvoiceRecords } from '../../../../../shared/billing/invoices.ts';
import type { Database } from '../../../platform/db/database.ts';

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

/** Returns all invoices of the remote, newest first. */
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
