/** The scheme by which other programs open a place in this one. */
export const linkScheme = 'switchboard';

/** A moment of a call, as links between programs carry it. */
export type CallLink = { readonly callId: string; readonly seconds: number };

/** `switchboard://calls/call_9f…?t=42.5` and nothing else: what comes from outside may open a call, no other place. */
const callLinkPattern = new RegExp(
  `^${linkScheme}://calls/([A-Za-z0-9_-]{1,128})/?(?:\\?t=(\\d{1,5}(?:\\.\\d{1,3})?))?$`,
);

/** Where a moment of a call is found: by this program's scheme, or by the address of the page in a browser. */
export function formatCallLink({ callId, seconds }: CallLink, host: 'electron' | 'browser', page: string): string {
  const place = `calls/${encodeURIComponent(callId)}?t=${Math.round(seconds * 10) / 10}`;
  return host === 'electron' ? `${linkScheme}://${place}` : `${page.replace(/#.*$/s, '')}#/${place}`;
}

/** The moment that a link of this program's scheme means; null for anything else. */
export function parseCallLink(address: string): CallLink | null {
  const [, callId, seconds = '0'] = callLinkPattern.exec(address) ?? [];
  return callId === undefined ? null : { callId, seconds: Number(seconds) };
}
