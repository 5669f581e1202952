import { createReadStream, readFileSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { RemoteError, type RemoteUpload } from './remote-client.ts';

export type MultipartBody = {
  readonly contentType: string;
  readonly contentLength: number;
  /** The body, or a function that returns it as a stream. The file is read from the disk while the stream is sent. */
  readonly content: Buffer | (() => Readable);
};

/** A file up to this size is read at once and sent in one piece, which is much faster than a stream. */
const smallFileBytes = 64 * 1024;

/**
 * Encodes fields and a file as multipart/form-data (RFC 7578), with names and values in UTF-8. Throws RemoteError `rejected` if
 * the file is missing or has another size.
 */
export function createMultipartBody(upload: RemoteUpload, boundary: string): MultipartBody {
  const { fields, fileName, mediaType = 'application/octet-stream', sizeBytes } = upload;
  const head = Buffer.from(
    Object.entries(fields)
      .map(
        ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name=${quote(name)}\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename=${quote(fileName)}\r\n` +
      `Content-Type: ${mediaType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: head.length + sizeBytes + tail.length,
    content: createContent(upload, head, tail),
  };
}

function createContent(upload: RemoteUpload, head: Buffer, tail: Buffer): MultipartBody['content'] {
  if ('content' in upload) return Buffer.concat([head, upload.content, tail]);
  const { path, sizeBytes } = upload;
  const file = openFile(path, sizeBytes);
  if (file) return Buffer.concat([head, file, tail]);
  return () => Readable.from(joinParts(head, path, sizeBytes, tail), { objectMode: false });
}

/** Returns the content of a small file, and null for another. */
function openFile(path: string, sizeBytes: number): Buffer | null {
  let size: number | null = null;
  let content: Buffer | null = null;
  try {
    size = statSync(path).size;
    if (size === sizeBytes && size <= smallFileBytes) content = readFileSync(path);
  } catch {
    size = null;
  }
  if ((content?.length ?? size) !== sizeBytes)
    throw new RemoteError('rejected', 'The file is missing on this computer, or has changed.', { wasSent: false });
  return content;
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
  if (size !== sizeBytes) throw new Error('The size of the file has changed.');
  yield tail;
}

/** A quoted-string (RFC 9110, section 5.6.4). Line breaks would end the header. */
function quote(text: string): string {
  return `"${text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, '\\$&')}"`;
}
