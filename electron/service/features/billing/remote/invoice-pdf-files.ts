import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileMissing } from '../../../platform/files/read-file-range.ts';
import { syncFolder } from '../../../platform/files/sync-file.ts';
import { removeUnusedFiles } from '../../../platform/files/remove-unused-files.ts';

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
    mkdirSync(this.#folder, { recursive: true });
    return join(this.#folder, `${invoiceId}.part`);
  }

  /** Keeps a download, which is on the disk already, under its hash. */
  keep(partPath: string, sha256: string): void {
    renameSync(partPath, this.#getPath(sha256));
    syncFolder(this.#folder);
    this.#damaged.delete(sha256);
  }

  /** Returns false for a file of which a read has found that it was changed. */
  has(sha256: string): boolean {
    return !this.#damaged.has(sha256) && existsSync(this.#getPath(sha256));
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
    return join(this.#folder, `${sha256}.pdf`);
  }
}
