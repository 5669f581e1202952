import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { RemoteUpload } from './remote-client.ts';

export type MultipartBody = {
  readonly contentType: string;
  readonly contentLength: number;
  /** Streams the body; the file is read from the disk meanwhile. */
  readonly open: () => Readable;
};

/** Encodes fields and a file as multipart/form-data (RFC 7578), with names and values in UTF-8. */
export function createMultipartBody(
  { fields, path, fileName, sizeBytes }: RemoteUpload,
  boundary: string,
): MultipartBody {
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
    open: () => Readable.from(joinParts(head, path, sizeBytes, tail), { objectMode: false }),
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
