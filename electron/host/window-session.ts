import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { windowTokenParameter } from '../../shared/window/window-session.ts';
import { replacePrivateFile } from '../service/platform/files/private-files.ts';

/** Identifies the windows of this run among all other programs and pages of the computer. */
export type WindowSession = {
  /** What a window sends with every request, until the application quits. */
  readonly secret: string;
  readonly isValidSecret: (candidate: string | undefined) => boolean;
  /** Returns a token that opens one window, once. `onUsed` is called when it does. */
  readonly issueToken: (onUsed?: () => void) => string;
  /** Returns the secret for a token and forgets the token; null if the token was used before or is not of this run. */
  readonly exchangeToken: (token: string | undefined) => string | null;
};

export function createWindowSession(): WindowSession {
  const secret = createRandomSecret();
  /** By hash, so that the time of a look-up reveals nothing about a token. */
  const tokens = new Map<string, () => void>();
  return {
    secret,
    isValidSecret: (candidate) => candidate !== undefined && equalsSecret(candidate, secret),
    issueToken: (onUsed = () => {}) => {
      const token = createRandomSecret();
      tokens.set(hashToken(token), onUsed);
      return token;
    },
    exchangeToken: (token) => {
      const hash = hashToken(token ?? '');
      const onUsed = tokens.get(hash);
      if (!onUsed) return null;
      tokens.delete(hash);
      onUsed();
      return secret;
    },
  };
}

const createRandomSecret = () => randomBytes(32).toString('base64url');

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64');

function equalsSecret(candidate: string, secret: string): boolean {
  const [a, b] = [Buffer.from(candidate), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

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
