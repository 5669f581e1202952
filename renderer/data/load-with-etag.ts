/** A body of a response with its ETag, which a change of it names. */
export type WithEtag<Body> = { readonly body: Body; readonly etag: string };

/** Sends a request, and returns the body of its response with the ETag. */
export async function loadWithEtag<Body>(
  send: (readHeaders: (headers: Headers) => void) => Promise<Body>,
): Promise<WithEtag<Body>> {
  let etag = '';
  const body = await send((headers) => (etag = headers.get('ETag') ?? ''));
  return { body, etag };
}
