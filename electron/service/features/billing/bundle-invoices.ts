import { Readable } from 'node:stream';
import yazl from 'yazl';
import { formatInvoiceFileName } from '../../../../shared/billing/invoice-file-name.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { formatInvoicesCsv, type ExportedInvoices } from './export-invoices.ts';
import { getIssuedAt, getNumber, type InvoiceEntry } from './invoice-entries.ts';

/** Returns null if the PDF is not downloaded. */
type ReadPdf = (entry: InvoiceEntry) => Promise<Uint8Array | null>;

/** Streams a ZIP of the invoices as PDFs and CSV. Reads one PDF at a time, and lists those that are not downloaded. */
export function bundleInvoices(invoices: ExportedInvoices, readPdf: ReadPdf): ReadableStream<Uint8Array> {
  const { entries } = invoices;
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable; // yazl declares a narrower type
  const latest = new Date(Math.max(...entries.map(getIssuedAt)));
  zip.addBuffer(Buffer.from(formatInvoicesCsv(invoices)), 'invoices.csv', { mtime: latest });
  const addAll = async () => {
    const missing: string[] = [];
    for (const [index, entry] of entries.entries()) {
      if (output.destroyed) return;
      const bytes = await readPdf(entry);
      const mtime = new Date(getIssuedAt(entry));
      // A PDF is already compressed.
      if (bytes) zip.addBuffer(Buffer.from(bytes), createEntryName(entry, index), { mtime, compress: false });
      else missing.push(getNumber(entry));
    }
    const list = ['These PDFs have not been downloaded from the remote yet:', ...missing, ''].join('\n');
    if (missing.length > 0) zip.addBuffer(Buffer.from(list), 'not-downloaded.txt', { mtime: latest });
    zip.end();
  };
  addAll().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return Readable.toWeb(output) as ReadableStream<Uint8Array>; // Node and DOM declare the same object differently
}

/** Two IDs of a remote can differ only in characters that file names cannot have, so its names are numbered. */
function createEntryName(entry: InvoiceEntry, index: number): string {
  const name = formatInvoiceFileName({ number: getNumber(entry) }).slice(0, -'.pdf'.length);
  const issued = formatTimestamp(getIssuedAt(entry)).slice(0, 10);
  return `${entry.source === 'remote' ? `${index + 1} ` : ''}${name} ${issued}.pdf`;
}
