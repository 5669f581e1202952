import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, shell } from 'electron';
import { findRouteTree } from '../../shared/contract.ts';
import type { Service } from '../service/service.ts';
import { windowOrigin } from './scheme.ts';

/** Hands the PDF at a signed address to the system's reader, as a copy that may be changed; false where there is none. */
export async function openPdf(service: Service, address: string): Promise<boolean> {
  const url = new URL(address, windowOrigin);
  if (findRouteTree(url.pathname) !== 'files') throw new Error('Only files by their signed addresses are opened.');
  const answer = await service.fetch(new Request(url), 'window');
  const name = /filename="([\w-]+\.pdf)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  if (!answer.ok || name === undefined) throw new Error(`There is no PDF at this address: ${answer.status}.`);
  const folder = await mkdtemp(join(app.getPath('temp'), 'switchboard-'));
  const path = join(folder, name);
  await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
  return (await shell.openPath(path)) === '';
}
