import { Readable } from 'node:stream';
import { Problem } from '../../../../shared/contract/problems.ts';
import { matchesEtag, requireMatch } from './etag.ts';

export type ServedFile = {
  readonly sizeBytes: number;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Streams the bytes from `start` to `end`, both inclusive. Throws a Problem if the file cannot be opened. */
  readonly read: (start: number, end: number) => Readable | Promise<Readable>;
};

type ByteRange = { readonly start: number; readonly end: number };

/** Returns a file, or the part that `Range` requests: 200, 206, 304, 412 or 416 (RFC 9110, section 14). */
export async function serveFile(request: Request, file: ServedFile): Promise<Response> {
  const headers = new Headers({
    ...file.headers,
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
    'Cache-Control': 'private, no-cache',
  });
  // A client that resumes a download with it would join the parts of two files.
  requireMatch(request, () => file.etag);
  if (matchesEtag(request.headers.get('If-None-Match'), file.etag)) return new Response(null, { status: 304, headers });
  const range = isRangeRequest(request, file.etag) ? parseRange(request.headers.get('Range'), file.sizeBytes) : null;
  if (range === 'outside') {
    throw new Problem('range_not_satisfiable', `The file has ${file.sizeBytes} bytes.`, {
      headers: { 'Content-Range': `bytes */${file.sizeBytes}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
  headers.set('Content-Length', String(end - start + 1));
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${file.sizeBytes}`);
  // Node and the DOM library declare different types for the same stream.
  const body =
    request.method === 'HEAD' || file.sizeBytes === 0
      ? null
      : (Readable.toWeb(await file.read(start, end)) as ReadableStream<Uint8Array>);
  return new Response(body, { status: range ? 206 : 200, headers });
}

function isRangeRequest(request: Request, etag: string): boolean {
  // Range is defined only for GET (RFC 9110, section 14.2).
  if (request.method !== 'GET') return false;
  const condition = request.headers.get('If-Range');
  return condition === null || condition === etag;
}

/** Parses a single range. Returns null if it is missing or invalid: both request the whole file (RFC 9110, section 14.2). */
function parseRange(field: string | null, sizeBytes: number): ByteRange | 'outside' | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(field?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), sizeBytes);
    return length === 0 ? 'outside' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? sizeBytes - 1 : Math.min(Number(match[2]), sizeBytes - 1);
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start >= sizeBytes ? 'outside' : { start, end };
}
