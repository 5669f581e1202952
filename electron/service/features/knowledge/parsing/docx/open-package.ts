import { open, type FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { ParseError } from '../parse-error.ts';
import type { ParseLimits } from '../parse-limits.ts';

/** The parts of an Office document by name, inflated as a stream and within limits. */
export type OfficePackage = {
  readonly has: (name: string) => boolean;
  /** Bytes of a part; throws ParseError where it does not exist, is damaged or inflates beyond the limits. */
  readonly read: (name: string) => AsyncGenerator<Buffer>;
  readonly close: () => void;
};

type PackageLimits = Pick<ParseLimits, 'inflatedBytes' | 'inflateRatio' | 'zipEntries'>;

/** Parts up to this size may have any ratio: an empty table of a thousand rows compresses like a bomb. */
const ratioExemptBytes = 4 * 1024 * 1024;
const encryptedFlag = 1;

/** Opens a DOCX as a zip; parts that nobody reads (pictures, fonts) are never inflated. */
export async function openPackage(path: string, limits: PackageLimits): Promise<OfficePackage> {
  await assertNotEncrypted(path);
  const zip = await openPromise(path, { autoClose: false, validateEntrySizes: true }).catch((cause: unknown) => {
    throw createDamagedError(cause);
  });
  try {
    return createPackage(zip, await readEntries(zip, limits), limits);
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** With a password, the zip is inside an OLE container. */
async function assertNotEncrypted(path: string): Promise<void> {
  const file: FileHandle = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer.readUInt32BE() === 0xd0cf11e0) throw createEncryptedError();
  } finally {
    await file.close();
  }
}

async function readEntries(zip: ZipFile, limits: PackageLimits): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > limits.zipEntries) throw createTooManyPartsError();
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= limits.zipEntries) throw createTooManyPartsError();
      entries.set(normalizePartName(entry.fileName), entry);
    }
  } catch (cause) {
    throw cause instanceof ParseError ? cause : createDamagedError(cause);
  }
  return entries;
}

function createPackage(zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: PackageLimits): OfficePackage {
  let inflatedBytes = 0;
  return {
    has: (name) => entries.has(normalizePartName(name)),
    async *read(name) {
      const entry = entries.get(normalizePartName(name));
      if (!entry) throw createDamagedError(new Error(`The part ${JSON.stringify(name)} is missing`));
      if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) throw createEncryptedError();
      // What it declares, before the first byte is inflated; what it really is, while it is.
      assertNotZipBomb(entry.uncompressedSize, entry.compressedSize, inflatedBytes + entry.uncompressedSize, limits);
      let partBytes = 0;
      try {
        // yauzl's type is that of any readable stream; it gives the buffers of a raw deflate.
        const stream: Readable = await zip.openReadStreamPromise(entry);
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          partBytes += chunk.length;
          inflatedBytes += chunk.length;
          assertNotZipBomb(partBytes, entry.compressedSize, inflatedBytes, limits);
          yield chunk;
        }
      } catch (cause) {
        throw cause instanceof ParseError ? cause : createDamagedError(cause);
      }
    },
    close: () => zip.close(),
  };
}

function assertNotZipBomb(partBytes: number, compressedBytes: number, totalBytes: number, limits: PackageLimits): void {
  const isBomb = partBytes > ratioExemptBytes && partBytes > compressedBytes * limits.inflateRatio;
  if (!isBomb && totalBytes <= limits.inflatedBytes) return;
  throw new ParseError(
    'too_complex',
    'The Word document unpacks to far more than its size allows. Save it anew in Word, or split it, and upload that.',
  );
}

/** Names are compared as Office does it: without a leading slash and without regard to case (ECMA-376 part 2, 7.2.2). */
function normalizePartName(name: string): string {
  return posix.normalize(name.replaceAll('\\', '/')).replace(/^\/+/, '').toLowerCase();
}

function createEncryptedError(): ParseError {
  return new ParseError(
    'encrypted',
    'The Word document is protected by a password. Remove the password and upload it again.',
  );
}

function createTooManyPartsError(): ParseError {
  return new ParseError(
    'too_complex',
    'The Word document has more parts than any real one. Save it anew in Word and upload that.',
  );
}

function createDamagedError(cause: unknown): ParseError {
  return new ParseError(
    'unreadable',
    'The Word document is damaged or incomplete. Open it in Word, save it again and upload the new file.',
    { cause },
  );
}
