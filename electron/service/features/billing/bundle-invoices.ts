import { Readable } from 'node:stream';
import yazl from 'yazl';
import { formatTimestamp } from '../../../../shared/timestamp.ts';
import { formatInvoicesCsv, type ExportedInvoices } from './export-invoices.ts';
import { formatInvoiceNumber } from './invoice-row.ts';
import type { InvoiceRenderer } from './pdf/invoice-renderer.ts';

/** Streams a ZIP of the invoices as PDFs and CSV. Renders one PDF at a time. */
export function bundleInvoices(
  invoices: ExportedInvoices,
  renderer: Pick<InvoiceRenderer, 'render'>,
): ReadableStream<Uint8Array> {
  const { rows } = invoices;
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable; // yazl declares a narrower type
  const latest = new Date(Math.max(...rows.map(({ cycle_end }) => cycle_end)));
  zip.addBuffer(Buffer.from(formatInvoicesCsv(invoices)), 'invoices.csv', { mtime: latest });
  const addAll = async () => {
    for (const row of rows) {
      if (output.destroyed) return;
      const issued = formatTimestamp(row.cycle_end).slice(0, 10);
      const bytes = await renderer.render(row);
      // A PDF is already compressed.
      zip.addBuffer(Buffer.from(bytes), `${formatInvoiceNumber(row)} ${issued}.pdf`, {
        mtime: new Date(row.cycle_end),
        compress: false,
      });
    }
    zip.end();
  };
  addAll().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return Readable.toWeb(output) as ReadableStream<Uint8Array>; // Node and DOM declare the same object differently
}
