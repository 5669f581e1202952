import { views, type ViewId } from './views.ts';

/** The URL scheme that other programs use to open a view of this application. */
export const linkScheme = 'switchboard';

/** A view, and the call, document, build request, invoice or key that it shows. */
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

/** Formats a link to a moment of a call, with this application's scheme, or with the URL of the page in a browser. */
export function formatCallLink(
  { callId, seconds }: { readonly callId: string; readonly seconds: number },
  host: 'electron' | 'browser',
  page: string,
): string {
  const path = `calls/${encodeURIComponent(callId)}?t=${Math.round(seconds * 10) / 10}`;
  return host === 'electron' ? `${linkScheme}://${path}` : `${page.replace(/#.*$/s, '')}#/${path}`;
}

/** Parses a link with this application's scheme; returns null for anything else. */
export function parseAppLink(url: string): AppLink | null {
  const [, name, id = null, seconds] = linkPattern.exec(url) ?? [];
  const view = views.find((candidate) => candidate.id === name)?.id;
  return view === undefined ? null : { view, id, seconds: seconds === undefined ? null : Number(seconds) };
}
