import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RemoteError, type RemoteUpload } from './remote-client.ts';

export type MultipartBody = {
  readonly contentType: string;
  readonly contentLength: number;
  /** The body, or a function that returns it as a stream. The file is read from the disk while the stream is sent. */
  readonly content: Buffer | (() => Readable);
};

/** A file up to this size is sent in one piece, which is much faster than a stream. */
const smallFileBytes = 64 * 1024;

/**
 * Encodes fields and a file as multipart/form-data (RFC 7578), with names and values in UTF-8. Rejects with RemoteError `rejected`
 * if the file is missing or has another size.
 */
export async function createMultipartBody(
  { fields, path, fileName, sizeBytes }: RemoteUpload,
  boundary: string,
): Promise<MultipartBody> {
  const file = sizeBytes <= smallFileBytes ? await readFile(path).catch(() => null) : null;
  const size = file?.length ?? (await stat(path).catch(() => null))?.size;
  if (size !== sizeBytes)
    throw new RemoteError('rejected', 'The file is missing on this computer, or has changed.', { wasSent: false });
  const head = Buffer.from(
    Object.entries(fields)
      .map(
        ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name=${quote(name)}\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename=${quote(fileName)}\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: head.length + sizeBytes + tail.length,
    content: file
      ? Buffer.concat([head, file, tail])
      : () => Readable.from(joinParts(head, path, sizeBytes, tail), { objectMode: false }),
  };
}

async function* joinParts(head: Buffer, path: string, sizeBytes: number, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  let size = 0;
  // A stream without an encoding emits buffers.
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > sizeBytes) break;
    yield chunk;
  }
  if (size !== sizeBytes) throw new Error('The file has another size than announced.');
  yield tail;
}

/** A quoted-string (RFC 9110, section 5.6.4). Line breaks would end the header. */
function quote(text: string): string {
  return `"${text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, '\\$&')}"`;
}
