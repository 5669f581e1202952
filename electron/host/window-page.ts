import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { windowTokenParameter } from '../../shared/window/window-session.ts';
import { replacePrivateFile } from '../service/platform/files/private-files.ts';
import type { WindowSession } from './window-session.ts';

export type WindowPage = {
  readonly path: string;
  readonly remove: () => void;
};

/** Returns a URL that opens one window. It works once. */
export function createWindowUrl(origin: string, session: WindowSession, onUsed?: () => void): string {
  return `${origin}/?${windowTokenParameter}=${session.issueToken(onUsed)}`;
}

/**
 * Creates the file `open-window.html`, which opens a window in any browser of this user. Its token is replaced as soon as it
 * is used. The browser is started with the path of the file, because every user of the computer can read the arguments of a
 * process, but only this user can read the file.
 */
export function createWindowPage(
  dataDir: string,
  origin: string,
  session: WindowSession,
  onError: (error: unknown) => void,
): WindowPage {
  const path = join(dataDir, 'open-window.html');
  const write = () => replacePrivateFile(path, formatPage(createWindowUrl(origin, session, renew)));
  /** A full disk must not keep the window from opening that used the token. */
  const renew = () => {
    try {
      write();
    } catch (error) {
      onError(error);
    }
  };
  write();
  return { path, remove: () => rmSync(path, { force: true }) };
}

function formatPage(url: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Switchboard</title>' +
    `<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${url}"></head>` +
    `<body><p><a href="${url}">Open Switchboard</a></p></body></html>\n`
  );
}
