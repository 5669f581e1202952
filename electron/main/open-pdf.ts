import { shell } from 'electron';
import type { Service } from '../service/service.ts';
import { findRouteTree } from '../service/platform/http/service-paths.ts';
import { writePrivateCopy } from './private-copies.ts';
import { windowOrigin } from './scheme.ts';

/** Opens a copy of the PDF at a signed URL in the default PDF reader. Returns false if there is no reader. */
export async function openPdf(service: Service, dataDir: string, address: string): Promise<boolean> {
  const url = new URL(address, windowOrigin);
  if (findRouteTree(url.pathname) !== 'files') throw new Error('Only signed file URLs can be opened.');
  const response = await service.fetch(new Request(url), 'window');
  const name = /filename="([\w-]+\.pdf)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  if (!response.ok || name === undefined) throw new Error(`The URL returned no PDF: ${response.status}.`);
  return (await shell.openPath(await writePrivateCopy(dataDir, name, response))) === '';
}
