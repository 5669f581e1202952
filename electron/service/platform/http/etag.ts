import { hash } from 'node:crypto';

/** Returns a strong entity tag of the body (RFC 9110, section 8.8.3). */
export function computeEtag(body: string | Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** Returns a function like `computeEtag` that is fast if the text is the same as in the previous call. */
export function createCachedEtag(): (text: string) => string {
  let lastText = '';
  let lastEtag = computeEtag(lastText);
  return (text) => {
    if (text !== lastText) {
      lastEtag = computeEtag(text);
      lastText = text;
    }
    return lastEtag;
  };
}

/** Returns whether an If-None-Match field contains this tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}
