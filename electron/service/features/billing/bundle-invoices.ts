import { Readable } from 'node:stream';
import yazl from 'yazl';
import { formatTimestamp } from '../../../../shared/timestamp.ts';
import { exportInvoices } from './export-invoices.ts';
import { formatInvoiceNumber } from './invoice-row.ts';
import type { InvoiceRow } from './invoice-queries.ts';
import type { InvoiceRenderer } from './pdf/invoice-renderer.ts';

/** A zip of invoices as PDFs with a CSV of them, made while it is read; the printer has one of them at a time. */
export function bundleInvoices(
  rows: readonly InvoiceRow[],
  printer: Pick<InvoiceRenderer, 'render'>,
): ReadableStream<Uint8Array> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable; // yazl's own type says less than it gives
  const latest = new Date(Math.max(...rows.map(({ cycle_end }) => cycle_end)));
  zip.addBuffer(Buffer.from(exportInvoices(rows)), 'invoices.csv', { mtime: latest });
  const addAll = async () => {
    for (const row of rows) {
      if (output.destroyed) return;
      const issued = formatTimestamp(row.cycle_end).slice(0, 10);
      const bytes = await printer.render(row);
      // Compressed already.
      zip.addBuffer(Buffer.from(bytes), `${formatInvoiceNumber(row)} ${issued}.pdf`, {
        mtime: new Date(row.cycle_end),
        compress: false,
      });
    }
    zip.end();
  };
  addAll().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return Readable.toWeb(output) as ReadableStream<Uint8Array>; // Node's and the web's types of one object
}
