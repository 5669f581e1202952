import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, shell } from 'electron';
import type { Service } from '../service/service.ts';
import { findRouteTree } from '../service/platform/http/service-paths.ts';
import { windowOrigin } from './scheme.ts';

/** Opens a copy of the PDF at a signed URL in the default PDF reader. Returns false if there is no reader. */
export async function openPdf(service: Service, dataDir: string, address: string): Promise<boolean> {
  const url = new URL(address, windowOrigin);
  if (findRouteTree(url.pathname) !== 'files') throw new Error('Only signed file URLs can be opened.');
  const response = await service.fetch(new Request(url), 'window');
  const name = /filename="([\w-]+\.pdf)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  if (!response.ok || name === undefined) throw new Error(`The URL returned no PDF: ${response.status}.`);
  mkdirSync(getCopiesFolder(dataDir), { recursive: true });
  const path = join(mkdtempSync(join(getCopiesFolder(dataDir), 'copy-')), name);
  writeFileSync(path, new Uint8Array(await response.arrayBuffer()), { mode: 0o600 });
  return (await shell.openPath(path)) === '';
}

/** Removes the copies now, which an earlier run may have left, and when the application quits. */
export function removePdfCopies(dataDir: string): void {
  const remove = () => {
    try {
      rmSync(getCopiesFolder(dataDir), { recursive: true, force: true });
    } catch (error) {
      console.error(error); // Windows keeps a file that is open in the PDF reader; the next start removes it
    }
  };
  remove();
  app.on('will-quit', remove);
}

const getCopiesFolder = (dataDir: string) => join(dataDir, 'opened-pdfs');
