import { createStore } from 'zustand';
import { appRoutes, routeTreePaths } from '../../../shared/contract/contract.ts';
import {
  signInPath,
  windowSecretHeader,
  windowTokenHeader,
  windowTokenParameter,
} from '../../../shared/window/window-session.ts';
import { bridge } from '../bridge.ts';
import { isServiceUnreachable, reconnect } from '../service-connection.ts';

/** The storage of one tab and one origin. A page on another port of this computer has another origin. */
const storageKey = 'switchboard.session';
const channelName = 'switchboard.session';

/** How long to wait for another tab of the window to share its secret. */
const askTimeoutMs = 400;

/** The secret that identifies this window to the service; null in Electron, and before the window has signed in. */
const windowSecret = createStore<{ readonly secret: string | null }>(() => ({ secret: null }));

const getSecret = () => windowSecret.getState().secret;
const setSecret = (secret: string | null) => windowSecret.setState({ secret });

/** Adds the secret of the window to a request. Electron's window needs none: its scheme identifies it. */
export function addWindowSecret(init: RequestInit): RequestInit {
  const secret = getSecret();
  if (secret === null) return init;
  const headers = new Headers(init.headers);
  headers.set(windowSecretHeader, secret);
  return { ...init, headers };
}

/**
 * Identifies this window to the service. Resolves to false if the service does not accept it. Connects again when the service
 * was restarted and has opened another window, which shares the new secret.
 */
export async function signIn(): Promise<boolean> {
  if (bridge.host === 'electron') return true;
  const isSignedIn = await signInHere();
  if (isSignedIn) shareSecret();
  return isSignedIn;
}

async function signInHere(): Promise<boolean> {
  const token = takeTokenFromAddress();
  setSecret(token === null ? null : await exchangeToken(token));
  if (getSecret() === null) {
    setSecret(sessionStorage.getItem(storageKey));
    if (!(await isAccepted()) && !(await signInLikeOtherTab())) return false;
  }
  const secret = getSecret();
  if (secret !== null) sessionStorage.setItem(storageKey, secret);
  return true;
}

/** Removes the token at once, so that it does not stay in the address bar or the history. */
function takeTokenFromAddress(): string | null {
  const address = new URL(location.href);
  const token = address.searchParams.get(windowTokenParameter);
  if (token === null) return null;
  address.searchParams.delete(windowTokenParameter);
  history.replaceState(history.state, '', address);
  return token;
}

async function exchangeToken(token: string): Promise<string | null> {
  const response = await fetch(signInPath, { method: 'POST', headers: { [windowTokenHeader]: token } }).catch(
    () => null,
  );
  if (!response?.ok) return null; // the token was used before: this tab may be signed in already
  const body: unknown = await response.json();
  return readSecret(body);
}

/** A service that cannot be reached has not rejected the window; the window then shows that it is unreachable. */
async function isAccepted(): Promise<boolean> {
  const session = `${routeTreePaths.app}${appRoutes.getSession.path}`;
  const response = await fetch(session, addWindowSecret({})).catch(() => null);
  return response?.status !== 401;
}

/**
 * Answers other tabs of the same origin, for example one that was opened from a link of this one, and sends them the secret
 * of a restarted service, which does not know theirs.
 */
function shareSecret(): void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const offered = readSecret(data);
    const secret = getSecret();
    if (data === 'ask' && secret !== null && !isServiceUnreachable()) channel.postMessage({ secret });
    if (offered === null || offered === secret || !isServiceUnreachable()) return;
    setSecret(offered);
    sessionStorage.setItem(storageKey, offered);
    reconnect();
  });
  channel.postMessage({ secret: getSecret() });
}

async function signInLikeOtherTab(): Promise<boolean> {
  const secret = await askOtherTabs();
  setSecret(secret);
  return secret !== null && isAccepted();
}

function askOtherTabs(): Promise<string | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const finish = (answer: string | null) => {
      clearTimeout(timer);
      channel.close();
      resolve(answer);
    };
    const timer = setTimeout(() => finish(null), askTimeoutMs);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const answer = readSecret(data);
      if (answer !== null) finish(answer);
    });
    channel.postMessage('ask');
  });
}

function readSecret(body: unknown): string | null {
  const isObject = typeof body === 'object' && body !== null && 'secret' in body;
  return isObject && typeof body.secret === 'string' ? body.secret : null;
}
