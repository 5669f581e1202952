import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RemoteError } from './remote-client.ts';

export const acceptedEncodings = 'gzip, deflate, br';

/** By name (RFC 9110, section 8.4.1). */
const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Returns the body of a response without its compression. Compressed or not, it is read only as fast as its reader asks. */
export function decodeBody(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const isEmpty = message.statusCode === 204 || message.statusCode === 304 || message.headers['content-length'] === '0';
  if (isEmpty || encoding === 'identity' || encoding === '') return message;
  const create = decoders.get(encoding);
  if (!create) return createUnreadable(message);
  const decoder = create();
  pipeline(message, decoder, () => {}); // the reader of the decoder receives the error
  return decoder;
}

/** Whether an error is about the compressed data itself. */
export function isDecodingError(code: string): boolean {
  return /^(Z_|ERR__ERROR_|ERR_BROTLI)/.test(code);
}

function createUnreadable(message: IncomingMessage): Readable {
  return new Readable({
    read() {
      message.destroy();
      const reason = 'The remote sent data in a compression that Switchboard does not support.';
      this.destroy(new RemoteError('invalid', reason, { wasSent: true, status: message.statusCode ?? null }));
    },
  });
}
