/** The URL scheme that other programs use to open a call in this application. */
export const linkScheme = 'switchboard';

/** A position in a call recording. */
export type CallLink = { readonly callId: string; readonly seconds: number };

/** `switchboard://calls/call_9f…?t=42.5`. Links from other programs can open a call and nothing else. */
const callLinkPattern = new RegExp(
  `^${linkScheme}://calls/([A-Za-z0-9_-]{1,128})/?(?:\\?t=(\\d{1,5}(?:\\.\\d{1,3})?))?$`,
);

/** Formats a link with this application's scheme, or with the URL of the page in a browser. */
export function formatCallLink({ callId, seconds }: CallLink, host: 'electron' | 'browser', page: string): string {
  const path = `calls/${encodeURIComponent(callId)}?t=${Math.round(seconds * 10) / 10}`;
  return host === 'electron' ? `${linkScheme}://${path}` : `${page.replace(/#.*$/s, '')}#/${path}`;
}

/** Parses a link with this application's scheme; returns null for anything else. */
export function parseCallLink(url: string): CallLink | null {
  const [, callId, seconds = '0'] = callLinkPattern.exec(url) ?? [];
  return callId === undefined ? null : { callId, seconds: Number(seconds) };
}
