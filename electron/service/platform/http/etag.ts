import { hash } from 'node:crypto';
import { Problem } from '../../../../shared/contract/problems.ts';

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
  return ifNoneMatch.trim() === '*' || listEtags(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** Returns the entity tags of a field. A tag can contain commas and asterisks. */
function listEtags(field: string): readonly string[] {
  return Array.from(field.matchAll(/(?<=^|,)\s*((?:W\/)?"[^"]*")\s*(?=,|$)/g), ([, tag = '']) => tag);
}

/** Returns the entity tag of a resource, which depends on its fields and their order. */
export function computeResourceEtag(resource: object): string {
  return computeEtag(JSON.stringify(resource));
}

/** Returns a response with a resource and its entity tag. */
export function respondWithEtag<Resource extends object>(resource: Resource) {
  return { body: resource, headers: { ETag: computeResourceEtag(resource) } };
}

/** Throws Problem `precondition_failed` if the request has an If-Match field without this tag (RFC 9110, section 13.1.1). */
export function requireMatch({ headers, method }: Request, getEtag: () => string): void {
  const ifMatch = headers.get('If-Match');
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const etag = getEtag();
  if (listEtags(ifMatch).includes(etag)) return;
  const isRead = method === 'GET' || method === 'HEAD';
  throw new Problem(
    'precondition_failed',
    isRead ? 'It was changed since it was read.' : 'It was changed since it was read, so nothing was changed now.',
  );
}
