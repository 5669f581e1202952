import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import busboy from 'busboy';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import { limitIdleTime, requireNoContentCoding } from './read-json-body.ts';
import { formatPointer } from './request-context.ts';

/** `file` is undefined if the body has no part of this name; `name` is the name that the sender gave it. */
export type ReceivedUpload<File> = {
  readonly file: (File & { readonly name: string }) | undefined;
  readonly fields: Readonly<Record<string, string>>;
};

export type UploadOptions<File> = {
  readonly maxBytes: number;
  /** A sentence about the maximum size of a file. */
  readonly tooLargeDetail: string;
  /** A sentence about the parts to send. */
  readonly mediaTypeDetail: string;
  /** Stores the part `file`. If it rejects, it keeps nothing. */
  readonly receive: (source: Readable) => Promise<File>;
  /** Removes a stored file. */
  readonly discard: (file: File) => Promise<void>;
};

/**
 * Streams a multipart/form-data body: the part `file` to `receive`, the other parts to `fields`. Throws 413 as soon as the
 * file exceeds the limit, 415 for another media type or a compressed body and 400 for an incomplete body or a repeated part. If it throws, nothing is kept.
 */
export async function receiveUpload<File extends object>(
  request: Request,
  options: UploadOptions<File>,
): Promise<ReceivedUpload<File>> {
  const { maxBytes, tooLargeDetail } = options;
  const createTooLargeProblem = () => new Problem('too_large', tooLargeDetail);
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes + limits.uploadEnvelopeBytes)
    throw createTooLargeProblem();
  requireNoContentCoding(request);
  const parser = createMultipartParser(request, options);
  const body = Readable.fromWeb(limitIdleTime(request.body ?? new ReadableStream()) as NodeReadableStream); // the DOM and Node types of the same object
  const fields: Record<string, string> = Object.create(null);
  let receiving: Promise<File & { readonly name: string }> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name, value) => {
        if (Object.hasOwn(fields, name)) reject(createRepeatedPartProblem(name));
        else fields[name] = decodeField(value);
      });
      parser.on('file', (name, stream, { filename }) => {
        if (name !== 'file' || receiving) {
          stream.resume();
          if (name === 'file') reject(createRepeatedPartProblem(name));
          return;
        }
        stream.on('limit', () => reject(createTooLargeProblem()));
        // May be emitted before `receive` reads the stream. If `receive` fails, it stops the stream, and rejects with its own error.
        stream.on('error', (error) => {
          if (error.name !== 'AbortError' && !('syscall' in error)) reject(createInvalidUploadProblem(error));
        });
        receiving = options.receive(stream).then((file) => ({ ...file, name: sanitizeFileName(filename) }));
        receiving.catch(reject);
      });
      parser.on('error', (error) => reject(createInvalidUploadProblem(error)));
      parser.on('close', resolve);
      body.on('error', (error) => reject(error instanceof Problem ? error : createInvalidUploadProblem(error)));
      body.pipe(parser);
    });
    return { file: await receiving, fields };
  } catch (error) {
    body.unpipe(parser);
    parser.destroy();
    body.destroy();
    await receiving?.then(
      (file) => options.discard(file),
      () => {}, // the partial file has been removed; `error` is thrown below
    );
    throw error;
  }
}

function createMultipartParser(
  request: Request,
  { maxBytes, mediaTypeDetail }: Pick<UploadOptions<object>, 'maxBytes' | 'mediaTypeDetail'>,
): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': request.headers.get('Content-Type') ?? '' },
      defParamCharset: 'utf8',
      defCharset: 'latin1',
      limits: {
        // One more than allowed, because busboy reports the limit when it is reached, not when it is exceeded.
        fileSize: maxBytes + 1,
        files: 2,
        fields: 16,
        fieldSize: limits.uploadEnvelopeBytes,
        fieldNameSize: 100,
        headerPairs: 50,
      },
    });
  } catch (error) {
    throw new Problem('unsupported_media_type', mediaTypeDetail, { cause: error });
  }
}

/**
 * Returns the name without folders, control characters and invisible marks, at most 255 characters long. It is only a label. Browsers
 * send quotes and line breaks of a name as escapes (WHATWG HTML, multipart form data).
 */
function sanitizeFileName(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const clean = toPlainLine(base.replaceAll('%22', '"').replaceAll(/%0[da]/gi, ' '));
  return clean === '' || clean === '.' || clean === '..' ? 'document' : [...clean].slice(0, 255).join('');
}

function createRepeatedPartProblem(name: string): Problem {
  const detail = `The part "${name}" was sent more than once.`;
  return new Problem('malformed', `${detail} Nothing was uploaded.`, {
    errors: [{ pointer: formatPointer([name]), detail }],
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/**
 * Returns the text of a field: UTF-8 (RFC 7578, section 5.1.2), or the charset of a Windows console if it is not. The parser has decoded
 * it only if its part names a charset.
 */
function decodeField(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  if (bytes.toString('latin1') !== value) return value;
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

function createInvalidUploadProblem(cause: unknown): Problem {
  return new Problem('malformed', 'The upload is incomplete or not valid multipart/form-data. Nothing was uploaded.', {
    cause,
  });
}
