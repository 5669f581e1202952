import { fileURLToPath } from 'node:url';
import { ipcMain, nativeImage, type WebContents } from 'electron';
import { draggableKinds, type DraggableItem } from '../../shared/window/bridge.ts';
import { formatCallFileName } from '../../shared/calls/call-file-name.ts';
import { formatInvoiceFileName } from '../../shared/billing/invoice-file-name.ts';
import { appRoutes } from '../../shared/contract/contract.ts';
import type { Service } from '../service/service.ts';
import { logError } from './log-error.ts';
import { isFromWindow } from './restrict-web-contents.ts';
import { removePrivateCopy, writePrivateCopy } from './private-copies.ts';
import { createWindowClient, fetchAsWindow } from './window-client.ts';
import { isWindowLocked } from './window-lock.ts';

type Copy = {
  readonly item: DraggableItem;
  /** Resolves to null if the role of the window cannot have the file, or if there is none. */
  readonly path: Promise<string | null>;
};

/**
 * Drags recordings and invoices to other applications, as copies that only the user can read. The page asks for a copy when
 * the pointer goes down, so that it is ready when the drag starts.
 */
export function setUpFileDrags(service: Service, dataDir: string): void {
  let prepared: Copy | null = null;
  const prepare = (item: DraggableItem): Copy => {
    // A copy that was dragged is kept: the other application may read it later.
    prepared?.path.then((path) => path !== null && removePrivateCopy(path)).catch(logError);
    const path = writeCopy(service, dataDir, item).catch(() => null);
    return { item, path };
  };
  const start = async (sender: WebContents, item: DraggableItem): Promise<void> => {
    const isPrepared = prepared?.item.kind === item.kind && prepared.item.id === item.id;
    const copy = isPrepared && prepared ? prepared : prepare(item);
    prepared = null;
    const file = await copy.path;
    if (file === null || sender.isDestroyed()) return;
    const icon = nativeImage.createFromPath(fileURLToPath(new URL('tray/tray@2x.png', import.meta.url)));
    sender.startDrag({ file, icon });
  };
  listen('prepare-file-drag', (item) => (prepared = prepare(item)));
  listen('start-file-drag', (item, sender) => void start(sender, item).catch(logError));
}

/** Handles the messages of the window, unless it is locked. An error thrown by a listener would end the application. */
function listen(channel: string, handle: (item: DraggableItem, sender: WebContents) => void): void {
  ipcMain.on(channel, (event, item: unknown) => {
    if (isFromWindow(event) && !isWindowLocked() && isDraggableItem(item)) handle(item, event.sender);
  });
}

function isDraggableItem(item: unknown): item is DraggableItem {
  if (typeof item !== 'object' || item === null || !('kind' in item) || !('id' in item)) return false;
  return draggableKinds.some((kind) => kind === item.kind) && typeof item.id === 'string';
}

/** Writes a copy of the file that the window could download, and returns its path. */
async function writeCopy(service: Service, dataDir: string, item: DraggableItem): Promise<string | null> {
  const file = await findFile(service, item);
  if (!file) return null;
  const response = await fetchAsWindow(service, file.url);
  return response.ok ? writePrivateCopy(dataDir, file.name, response) : null;
}

/** Returns the signed URL and the name of a file. Throws a Problem if the role of the window cannot have it. */
async function findFile(service: Service, { kind, id }: DraggableItem) {
  const client = createWindowClient(service);
  if (kind === 'recording') {
    const call = await client(appRoutes.getCallDetails, { params: { call_id: id } });
    return call.recording && { url: call.recording.url, name: formatCallFileName(call, 'mp3') };
  }
  const { data } = await client(appRoutes.listInvoiceRecords, {});
  const invoice = data.find(({ invoice_id }) => invoice_id === id);
  return invoice && invoice.pdf_url !== null ? { url: invoice.pdf_url, name: formatInvoiceFileName(invoice) } : null;
}
