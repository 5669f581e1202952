import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, shell } from 'electron';
import { findRouteTree } from '../service/platform/http/service-paths.ts';
import type { Service } from '../service/service.ts';
import { windowOrigin } from './scheme.ts';

/** Opens a copy of the PDF at a signed URL in the default PDF reader. Returns false if there is no reader. */
export async function openPdf(service: Service, address: string): Promise<boolean> {
  const url = new URL(address, windowOrigin);
  if (findRouteTree(url.pathname) !== 'files') throw new Error('Only signed file URLs can be opened.');
  const response = await service.fetch(new Request(url), 'window');
  const name = /filename="([\w-]+\.pdf)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  if (!response.ok || name === undefined) throw new Error(`The URL returned no PDF: ${response.status}.`);
  const folder = await mkdtemp(join(app.getPath('temp'), 'switchboard-'));
  const path = join(folder, name);
  await writeFile(path, new Uint8Array(await response.arrayBuffer()));
  return (await shell.openPath(path)) === '';
}
