import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { app, ipcMain, type WebContents } from 'electron';
import { linkScheme, parseAppLink } from '../../shared/app-link.ts';
import type { OpenedItem } from '../../shared/bridge.ts';
import { documentFileExtensions } from '../../shared/document-kinds.ts';
import { limits } from '../../shared/limits.ts';
import { checkSender, isFromWindow } from './bridge-handlers.ts';
import { showWindow } from './window.ts';

/** More are selected by mistake. */
const maxFiles = 100;

/**
 * Opens links of the application's scheme and files that are opened with the application, whether they started it or it was
 * running. Only an installed application registers the scheme with the system.
 */
export function setUpOpenedItems(): void {
  /** What no page could show yet. */
  let pending: OpenedItem[] = [];
  let receiver: WebContents | null = null;
  /** The files that the window may read, each once. */
  const pathsByToken = new Map<string, string>();

  const open = (item: OpenedItem | null): void => {
    if (!item) return;
    pending.push(item);
    if (app.isReady()) showWindow();
    sendPending();
  };
  const sendPending = (): void => {
    if (!receiver) return;
    for (const item of pending) receiver.send('open-item', item);
    pending = [];
  };
  const offerFiles = (paths: readonly string[]): OpenedItem | null => {
    const files = paths
      .filter(isDocument)
      .slice(0, maxFiles)
      .map((path) => {
        const token = randomUUID();
        pathsByToken.set(token, path);
        return { token, name: basename(path) };
      });
    return files.length > 0 ? { kind: 'files', files } : null;
  };
  /** Opens the first argument that is a link, and all that are documents. */
  const openArguments = (args: readonly string[], workingDirectory: string): void => {
    const link = args.map(parseAppLink).find((parsed) => parsed !== null);
    if (link) open({ kind: 'link', link });
    const paths = args.filter((arg) => !arg.startsWith('-')).map((arg) => resolve(workingDirectory, arg));
    open(offerFiles(paths));
  };

  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openArguments([url], '/');
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(offerFiles([path]));
  });
  app.on('second-instance', (_event, args, workingDirectory) => openArguments(args.slice(1), workingDirectory));
  ipcMain.on('open-listener-ready', (event) => {
    // An error thrown here would end the application, because nobody waits for an answer.
    if (!isFromWindow(event)) return;
    receiver = event.sender;
    receiver.once('destroyed', () => (receiver = null));
    sendPending();
  });
  ipcMain.handle('read-opened-file', async (event, token: unknown) => {
    checkSender(event);
    const path = pathsByToken.get(String(token));
    if (path === undefined) throw new Error('This file was not opened with the application.');
    pathsByToken.delete(String(token));
    return readDocument(path);
  });
  openArguments(process.argv.slice(1), process.cwd());
}

/** Whether a path is a file that can be added to the knowledge base. Its content is checked as that of a dropped file. */
function isDocument(path: string): boolean {
  if (!documentFileExtensions.includes(extname(path).toLowerCase())) return false;
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns null if the file is too large, was moved, or cannot be read. */
async function readDocument(path: string): Promise<Uint8Array | null> {
  try {
    const { size } = await stat(path);
    return size > limits.uploadBytes ? null : await readFile(path);
  } catch {
    return null;
  }
}
