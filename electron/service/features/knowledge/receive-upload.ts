import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import busboy from 'busboy';
import { limits } from '../../../../shared/limits.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { DocumentFiles, ReceivedFile } from './document-files.ts';

export type ReceivedUpload = {
  readonly file: (ReceivedFile & { readonly name: string }) | undefined;
  readonly fields: Readonly<Record<string, string>>;
};

/**
 * Streams a multipart/form-data body: the part `file` to the disk, the others to `fields`. Nothing is kept when it
 * throws: 413 as soon as the file passes the limit, 415 for another body, 400 for a body that breaks off.
 */
export async function receiveUpload(request: Request, files: DocumentFiles): Promise<ReceivedUpload> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limits.uploadBytes + limits.uploadEnvelopeBytes) {
    throw createTooLargeProblem();
  }
  const parser = createMultipartParser(request);
  const body = Readable.fromWeb((request.body ?? new ReadableStream()) as NodeReadableStream); // the DOM's and Node's types of one object
  const fields: Record<string, string> = Object.create(null);
  let receiving: Promise<ReceivedFile & { readonly name: string }> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name, value) => (fields[name] = value));
      parser.on('file', (name, stream, { filename }) => {
        if (name !== 'file' || receiving) {
          stream.resume();
          return;
        }
        stream.on('limit', () => reject(createTooLargeProblem()));
        // The file is still being made when this may come; whoever reads the stream gets the error too.
        stream.on('error', (error) => reject(createInvalidUploadProblem(error)));
        receiving = files.receive(stream).then((file) => ({ ...file, name: sanitizeFileName(filename) }));
        receiving.catch(reject);
      });
      parser.on('error', (error) => reject(createInvalidUploadProblem(error)));
      parser.on('close', resolve);
      body.on('error', (error) => reject(createInvalidUploadProblem(error)));
      body.pipe(parser);
    });
    return { file: await receiving, fields };
  } catch (error) {
    body.unpipe(parser);
    parser.destroy();
    body.destroy();
    await receiving?.then(
      (file) => files.discard(file),
      () => {}, // what was received so far has been thrown away; `error` says why
    );
    throw error;
  }
}

function createMultipartParser(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': request.headers.get('Content-Type') ?? '' },
      defParamCharset: 'utf8',
      limits: {
        // One more than allowed: busboy reports the limit when it is reached, not when it is passed.
        fileSize: limits.uploadBytes + 1,
        files: 2,
        fields: 16,
        fieldSize: limits.uploadEnvelopeBytes,
        fieldNameSize: 100,
        headerPairs: 50,
      },
    });
  } catch (error) {
    throw new Problem(
      'unsupported_media_type',
      'Send the document as multipart/form-data with the parts file and title.',
      {
        cause: error,
      },
    );
  }
}

/** The name is only a label: no folders, no control or direction characters, at most 255 characters. */
function sanitizeFileName(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const clean = base.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return clean === '' || clean === '.' || clean === '..' ? 'document' : [...clean].slice(0, 255).join('');
}

function createTooLargeProblem(): Problem {
  return new Problem('too_large', `A document has at most ${limits.uploadBytes / 1024 / 1024} MB. Nothing was kept.`);
}

function createInvalidUploadProblem(cause: unknown): Problem {
  return new Problem('malformed', 'The upload broke off or is not valid multipart/form-data. Nothing was kept.', {
    cause,
  });
}
