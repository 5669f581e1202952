import { hash } from 'node:crypto';

/** A strong entity tag over the body's bytes (RFC 9110, section 8.8.3). */
export function computeEtag(body: string | Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** As `etagOf`, for texts that are mostly the same as the one before. */
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

/** Whether an If-None-Match field names this tag; compared weakly, as RFC 9110, section 13.1.2 has it. */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}
