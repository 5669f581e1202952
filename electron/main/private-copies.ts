import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, shell } from 'electron';
import { findRouteTree } from '../service/platform/http/service-paths.ts';
import type { Service } from '../service/service.ts';
import { logError } from './log-error.ts';
import { windowOrigin } from './scheme.ts';

/** Writes a copy that another application reads, which only the user can read, and returns its path. */
export async function writePrivateCopy(dataDir: string, name: string, response: Response): Promise<string> {
  mkdirSync(getCopiesFolder(dataDir), { recursive: true, mode: 0o700 });
  const path = join(mkdtempSync(join(getCopiesFolder(dataDir), 'copy-')), name);
  writeFileSync(path, new Uint8Array(await response.arrayBuffer()), { mode: 0o600 });
  return path;
}

export function removePrivateCopy(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true });
}

/** Removes all copies now, which an earlier run may have left, and when the application quits. */
export function removePrivateCopies(dataDir: string): void {
  const remove = () => {
    try {
      rmSync(getCopiesFolder(dataDir), { recursive: true, force: true });
    } catch (error) {
      logError(error); // Windows keeps a file that is open in another application; the next start removes it
    }
  };
  remove();
  app.on('will-quit', remove);
}

const getCopiesFolder = (dataDir: string) => join(dataDir, 'opened-copies');

/** Opens a copy of the PDF at a signed URL in the default PDF reader. Returns false if there is no reader. */
export async function openPdf(service: Service, dataDir: string, address: string): Promise<boolean> {
  const url = new URL(address, windowOrigin);
  if (findRouteTree(url.pathname) !== 'files') throw new Error('Only signed file URLs can be opened.');
  const response = await service.fetch(new Request(url), 'window');
  const name = /filename="([\w-]+\.pdf)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  if (!response.ok || name === undefined) throw new Error(`The URL returned no PDF: ${response.status}.`);
  return (await shell.openPath(await writePrivateCopy(dataDir, name, response))) === '';
}
