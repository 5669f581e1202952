import { views, type ViewId } from './views.ts';

/** The URL scheme that other programs use to open a view of this application. */
export const linkScheme = 'switchboard';

/** A view, and the call, document, agent, build request, invoice or key that it shows. */
export type AppLink = {
  readonly view: ViewId;
  readonly id: string | null;
  /** The position in the recording of a call. */
  readonly seconds: number | null;
};

/** `switchboard://calls/call_9f…?t=42.5`, `switchboard://billing`. Nothing else of a link from another program is used. */
const linkPattern = new RegExp(
  `^${linkScheme}://([a-z]{1,20})(?:/([A-Za-z0-9_-]{1,128}))?/?(?:\\?t=(\\d{1,5}(?:\\.\\d{1,3})?))?$`,
);

/** Formats a link to an item, with this application's scheme, or with the URL of the page in a browser. */
export function formatItemLink(
  { view, id, seconds }: AppLink & { readonly id: string },
  host: 'electron' | 'browser',
  page: string,
): string {
  const name = host === 'browser' ? findItemParameter(view, id) : null;
  const path = name === null ? `${view}/${encodeURIComponent(id)}` : `${view}?${new URLSearchParams({ [name]: id })}`;
  const time = seconds === null ? '' : `?t=${Math.round(seconds * 10) / 10}`;
  return host === 'electron' ? `${linkScheme}://${path}${time}` : `${page.replace(/#.*$/s, '')}#/${path}${time}`;
}

/** Returns the parameter that names an item in the address of its view; null for a call, which has an address of its own. */
export function findItemParameter(
  view: ViewId,
  id: string,
): 'document' | 'agent' | 'request' | 'invoice' | 'key' | null {
  switch (view) {
    case 'knowledge':
      return 'document';
    case 'agents':
      return id.startsWith('agt_') ? 'agent' : 'request';
    case 'billing':
      return 'invoice';
    case 'keys':
      return 'key';
    default:
      return null;
  }
}

/** Parses a link with this application's scheme; returns null for anything else. */
export function parseAppLink(url: string): AppLink | null {
  // The scheme of a URL has no case (RFC 3986, section 3.1).
  const link = url.replace(/^[A-Za-z]+(?=:)/, (scheme) => scheme.toLowerCase());
  const [, name, id = null, seconds] = linkPattern.exec(link) ?? [];
  const view = views.find((candidate) => candidate.id === name)?.id;
  return view === undefined ? null : { view, id, seconds: seconds === undefined ? null : Number(seconds) };
}
