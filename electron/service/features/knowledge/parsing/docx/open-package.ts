import { open, type FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';
import { ParseError, type ParseLimits } from '../parse-protocol.ts';
import { drainXml } from './read-xml.ts';

/** The parts of an Office document by name, decompressed as streams within limits. */
export type OfficePackage = {
  readonly has: (name: string) => boolean;
  /** Reads a part. Throws ParseError if it is missing or damaged, or exceeds the limits. */
  readonly read: (name: string) => AsyncGenerator<Buffer>;
  readonly close: () => void;
};

type PackageLimits = Pick<ParseLimits, 'inflatedBytes' | 'inflateRatio' | 'zipEntries'>;

/** Parts up to this size may have any ratio, because a large empty table compresses as well as a zip bomb. */
const ratioExemptBytes = 4 * 1024 * 1024;
const encryptedFlag = 1;

const zipOptions = { autoClose: false, validateEntrySizes: true } as const;

/** Opens a DOCX as a ZIP archive. Unused parts (images, fonts) are never decompressed. */
export async function openPackage(source: string | Buffer, limits: PackageLimits): Promise<OfficePackage> {
  if (typeof source === 'string') await assertNotEncrypted(source);
  const opening = typeof source === 'string' ? openPromise(source, zipOptions) : fromBufferPromise(source, zipOptions);
  const zip = await opening.catch((cause: unknown) => {
    throw createDamagedError(cause);
  });
  try {
    return createPackage(zip, await readEntries(zip, limits), limits);
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** A password-protected document is an OLE container, not a ZIP archive. */
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
      // Checks the declared size before decompressing, and the real size while decompressing.
      assertNotZipBomb(entry.uncompressedSize, entry.compressedSize, inflatedBytes + entry.uncompressedSize, limits);
      let partBytes = 0;
      try {
        // yauzl's type is a general stream; this one yields buffers.
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
    'The Word document is too large after decompression. Save it again in Word or split it, and upload the new file.',
  );
}

/** As in Office, names have no leading slash and are case-insensitive (ECMA-376 part 2, 7.2.2). */
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
    'The Word document has too many parts. Save it again in Word and upload the new file.',
  );
}

function createDamagedError(cause: unknown): ParseError {
  return new ParseError(
    'unreadable',
    'The Word document is damaged or incomplete. Open it in Word, save it again and upload the new file.',
    { cause },
  );
}

export type Relationship = {
  readonly id: string;
  /** The last segment of the type: styles, footnotes, header, footer, … */
  readonly kind: string;
  readonly part: string;
};

/** Reads the relationships of a part, or of the package if the name is empty. Skips external targets. */
export async function readRelationships(
  office: OfficePackage,
  part: string,
  maxDepth: number,
): Promise<readonly Relationship[]> {
  const relationships: Relationship[] = [];
  const source = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  if (!office.has(source)) return relationships;
  await drainXml(
    office.read(source),
    {
      open({ name, attributes: { Id: id = '', Type = '', Target = '', TargetMode } }) {
        if (name !== 'Relationship' || TargetMode === 'External' || Target === '') return;
        const kind = Type.slice(Type.lastIndexOf('/') + 1);
        relationships.push({ id, kind, part: resolveTarget(part, Target) });
      },
      close() {},
    },
    maxDepth,
  );
  return relationships;
}

/** Targets are URIs relative to the source part (ECMA-376 part 2, 6.5.2). */
function resolveTarget(source: string, target: string): string {
  const path = posix.resolve('/', posix.dirname(source), target).slice(1);
  try {
    return decodeURI(path);
  } catch {
    return path; // has a percent sign that is not part of an escape
  }
}
