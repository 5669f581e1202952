import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { app, ipcMain, type WebContents } from 'electron';
import { linkScheme, parseAppLink } from '../../shared/window/app-link.ts';
import { backupExtension } from '../../shared/workspaces/backups.ts';
import type { OpenedItem } from '../../shared/window/bridge.ts';
import { documentFileExtensions } from '../../shared/knowledge/document-kinds.ts';
import { limits } from '../../shared/contract/limits.ts';
import { checkSender } from './window-lock.ts';
import { resolveFileArgument } from './file-argument.ts';
import { onPageGone } from './recover-page.ts';
import { isFromWindow } from './restrict-web-contents.ts';
import { showWindow } from './window.ts';

/** The other files of a larger selection are ignored, because the user probably selected them by mistake. */
const maxFiles = 100;

/**
 * Opens links of the application's scheme and files that are opened with the application, whether they started it or it was
 * running. Only an installed application registers the scheme and the kind of file with the system.
 */
export function setUpOpenedItems(): {
  /** Returns the path of an opened file, once. */
  readonly takePath: (token: unknown) => string;
  /** Keeps what is opened from now on until a page can show it again. */
  readonly hold: () => void;
} {
  /** Items that no page could show yet. */
  let pending: OpenedItem[] = [];
  let receiver: { readonly contents: WebContents; readonly kinds: readonly unknown[] } | null = null;
  /** The files that the window may read, each once. */
  const pathsByToken = new Map<string, string>();

  const open = (item: OpenedItem | null): void => {
    if (!item) return;
    pending.push(item);
    if (app.isReady()) showWindow();
    sendPending();
  };
  const sendPending = (): void => {
    if (!receiver || receiver.contents.isDestroyed()) return;
    const { contents, kinds } = receiver;
    for (const item of pending.filter(({ kind }) => kinds.includes(kind))) {
      contents.send('open-item', item);
      pending = pending.filter((other) => other !== item);
    }
  };
  const hold = (): void => {
    receiver = null;
  };
  const createToken = (path: string): string => {
    const token = randomUUID();
    pathsByToken.set(token, path);
    return token;
  };
  const takePath = (token: unknown): string => {
    const path = pathsByToken.get(String(token));
    if (path === undefined) throw new Error('This file was not opened with the application.');
    pathsByToken.delete(String(token));
    return path;
  };
  /** Opens the documents, and the first backup. */
  const openFiles = (paths: readonly string[]): void => {
    const files = paths
      .filter(isDocument)
      .slice(0, maxFiles)
      .map((path) => ({ token: createToken(path), name: basename(path) }));
    open(files.length > 0 ? { kind: 'files', files } : null);
    const backup = paths.find((path) => path.endsWith(backupExtension) && isFile(path));
    open(backup === undefined ? null : { kind: 'backup', token: createToken(backup) });
  };
  const openLink = (url: string | undefined): void => {
    const link = url === undefined ? null : parseAppLink(url);
    open(link && { kind: 'link', link });
  };
  /** Opens the first argument that is a link, and those that are files. */
  const openArguments = (args: readonly string[], workingDirectory: string): void => {
    openLink(args.find((arg) => parseAppLink(arg) !== null));
    openFiles(args.map((arg) => resolveFileArgument(arg, workingDirectory)).filter((path) => path !== null));
  };

  // The packages for macOS and Linux register the scheme themselves.
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(linkScheme);
  app.on('web-contents-created', (_event, contents) => onPageGone(contents, hold));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openLink(url);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFiles([path]);
  });
  app.on('second-instance', (_event, args, workingDirectory) => openArguments(args.slice(1), workingDirectory));
  ipcMain.on('open-listener-ready', (event, kinds: unknown) => {
    // An error thrown here would end the application, because no caller handles it.
    if (!isFromWindow(event) || !Array.isArray(kinds)) return;
    receiver = { contents: event.sender, kinds };
    sendPending();
  });
  ipcMain.handle('read-opened-file', async (event, token: unknown) => {
    checkSender(event);
    return readDocument(takePath(token));
  });
  openArguments(process.argv.slice(1), process.cwd());
  return { takePath, hold };
}

/** Whether a path is a file that can be added to the knowledge base. Its content is checked like a dropped file. */
function isDocument(path: string): boolean {
  return documentFileExtensions.includes(extname(path).toLowerCase()) && isFile(path);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // also if the path is too long, or in a folder that may not be read
  }
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
