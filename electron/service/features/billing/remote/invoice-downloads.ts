import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isFileMissing } from '../../../platform/files/read-file-range.ts';
import { syncFolder } from '../../../platform/files/sync-file.ts';
import { removeUnusedFiles } from '../../../platform/files/remove-unused-files.ts';
import { getStoredFilePath, isStoredName } from '../../../platform/files/stored-file-path.ts';
import { createStorageError, RemoteError, type RemoteLink } from '../../remote/remote-client.ts';
import {
  findRemoteInvoice,
  isPdfUsed,
  listRemoteInvoices,
  storePdf,
  storePdfError,
  type RemoteInvoiceRow,
} from './remote-billing-queries.ts';

type DownloadDependencies = {
  readonly context: Pick<Context, 'log'>;
  readonly link: RemoteLink;
  readonly pdfFiles: InvoicePdfFiles;
  /** Runs in the transaction of each change. */
  readonly onChange: () => void;
};

const concurrentDownloads = 2;

/** Downloads the PDFs of a remote's invoices, a few at a time. */
export class InvoiceDownloads {
  readonly #db: Database;
  readonly #dependencies: DownloadDependencies;
  readonly #queue = new PQueue({ concurrency: concurrentDownloads });
  readonly #running = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(db: Database, dependencies: DownloadDependencies) {
    this.#db = db;
    this.#dependencies = dependencies;
    const { pdfFiles, context } = dependencies;
    const onError = (error: unknown) =>
      context.log.error({ err: error }, 'failed to remove an unused file of an invoice');
    void this.#queue.add(() => pdfFiles.removeUnused((sha256) => isPdfUsed(db, sha256), onError));
  }

  /** Downloads the missing PDFs in the background, each once. A download that fails is tried again at a later start. */
  start(): void {
    for (const invoice of listRemoteInvoices(this.#db))
      if (this.#needsPdf(invoice)) void this.download(invoice.invoice_id);
  }

  /** Resolves when the PDF is stored, or the reason why it could not be downloaded. Never rejects. */
  download(invoiceId: string): Promise<void> {
    const running = this.#running.get(invoiceId);
    if (running) return running;
    const download = this.#queue
      .add(() => this.#download(invoiceId), { signal: this.#closing.signal })
      .catch((error: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#dependencies.context.log.error({ err: error }, 'failed to store the PDF of an invoice');
      })
      .finally(() => this.#running.delete(invoiceId));
    this.#running.set(invoiceId, download);
    return download;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running.values());
    await this.#queue.onIdle();
  }

  /** The PDF of an earlier status can be outdated; it is served until it is replaced. */
  #needsPdf({ pdf_url, pdf_sha256, pdf_status, status }: RemoteInvoiceRow): boolean {
    if (pdf_url === '') return false;
    return pdf_sha256 === null || pdf_status !== status || !this.#dependencies.pdfFiles.has(pdf_sha256);
  }

  async #download(invoiceId: string): Promise<void> {
    const invoice = findRemoteInvoice(this.#db, invoiceId);
    if (!invoice || !this.#needsPdf(invoice)) return;
    const { link, pdfFiles } = this.#dependencies;
    try {
      const client = await link.getClient();
      const path = pdfFiles.preparePartPath(invoiceId);
      const { signal } = this.#closing;
      const { sha256, sizeBytes } = await client.download({ url: invoice.pdf_url, type: 'pdf', path, signal });
      pdfFiles.keep(path, sha256);
      this.#store(() => storePdf(this.#db, invoiceId, { sha256, sizeBytes, status: invoice.status }));
    } catch (error) {
      const failure = error instanceof RemoteError ? error : createStorageError(error);
      if (failure.kind !== 'stopped') this.#store(() => storePdfError(this.#db, invoiceId, failure.message));
      if (failure !== error) throw error;
    }
  }

  #store(change: () => void): void {
    this.#db.transaction(() => {
      change();
      this.#dependencies.onChange();
    });
  }
}

/** The PDFs of a remote's invoices: `invoices/<sha256>.pdf` in the folder of the workspace. */
export class InvoicePdfFiles {
  readonly #folder: string;
  /** The hashes of files that were changed after the download. */
  readonly #damaged = new Set<string>();

  constructor(workspaceDir: string) {
    this.#folder = join(workspaceDir, 'invoices');
  }

  /** Returns the path for a download, and creates the folder if it is missing. */
  preparePartPath(invoiceId: string): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    return getStoredFilePath(this.#folder, invoiceId, '.part');
  }

  /** Keeps a download, which is on the disk already, under its hash. */
  keep(partPath: string, sha256: string): void {
    renameSync(partPath, this.#getPath(sha256));
    syncFolder(this.#folder);
    this.#damaged.delete(sha256);
  }

  /** Returns false for a file of which a read has found that it was changed. */
  has(sha256: string): boolean {
    return isStoredName(sha256) && !this.#damaged.has(sha256) && existsSync(this.#getPath(sha256));
  }

  /** Returns null if the file is missing, or is not the one that was downloaded. */
  async read(sha256: string): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      const bytes = await readFile(this.#getPath(sha256));
      if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
      this.#damaged.add(sha256);
      return null;
    } catch (error) {
      if (isFileMissing(error)) return null;
      throw error;
    }
  }

  /** Deletes what interrupted downloads left, and the PDFs that were replaced. */
  async removeUnused(isUsed: (sha256: string) => boolean, onError: (error: unknown) => void): Promise<void> {
    if (!existsSync(this.#folder)) return;
    const removeIfUnused = async (name: string) => {
      if (!isUsed(name.slice(0, -'.pdf'.length))) await rm(join(this.#folder, name), { force: true });
    };
    await removeUnusedFiles(this.#folder, { ownNames: /^(inv_\w+\.part|[0-9a-f]{64}\.pdf)$/, removeIfUnused, onError });
  }

  #getPath(sha256: string): string {
    return getStoredFilePath(this.#folder, sha256, '.pdf');
  }
}
