import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { Problem } from '../../../../shared/contract/problems.ts';
import { getLatestVersion, type Migration } from '../../platform/db/migrate.ts';
import { explainUnreleased, firstVersion } from '../../platform/db/unreleased-version.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import {
  anyManifestSchema,
  backupFormat,
  manifestName,
  manifestSchema,
  maxManifestBytes,
  type BackupEntry,
  type BackupManifest,
} from './backup-manifest.ts';
import {
  createInvalidProblem,
  createUnreadableProblem,
  damagedDetail,
  type OpenInput,
  type PreviewInput,
  requireFreeSpace,
} from './backup-protocol.ts';
import { decryptFile, isEncrypted } from './encryption.ts';

/** A backup whose list of entries has been checked, but not their content. */
export type OpenBackup = {
  readonly manifest: BackupManifest;
  /**
   * Reads all entries and compares them with their hashes. `getTarget` returns the path of the file to write, or null to
   * write none. Throws Problem `backup_invalid`.
   */
  readonly readEntries: (
    getTarget: (entry: BackupEntry) => string | null,
    onBytes: (bytes: number) => void,
  ) => Promise<void>;
  readonly close: () => void;
};

/**
 * Opens a backup, which can come from anywhere. An encrypted one is first decrypted into the stage folder, because a ZIP file
 * is read from its end.
 */
export async function openBackup({ path, passphrase, migrations, stageDir }: OpenInput): Promise<OpenBackup> {
  const zipPath = (await isEncrypted(path)) ? await decryptTo(join(stageDir, 'decrypted.zip'), path, passphrase) : path;
  const manifest = await readManifest(createReadStream(zipPath), migrations);
  const zip = await openZip(zipPath);
  try {
    const entries = await listEntries(zip, manifest);
    return {
      manifest,
      readEntries: async (getTarget, onBytes) => {
        for (const entry of manifest.entries) {
          // `listEntries` has found every entry of the manifest.
          await readEntry(zip, entries.get(entry.name) as Entry, entry, getTarget(entry), onBytes);
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Reads the manifest from the start of a backup, without the rest. */
export async function previewBackup({ path, passphrase, migrations }: PreviewInput): Promise<BackupManifest> {
  if (await isEncrypted(path)) return readManifest(await decryptFile(path, passphrase), migrations);
  const manifest = await readManifest(createReadStream(path), migrations);
  const zip = await openZip(path);
  try {
    await listEntries(zip, manifest);
  } finally {
    zip.close();
  }
  return manifest;
}

async function decryptTo(target: string, path: string, passphrase: string | null): Promise<string> {
  const decrypted = await decryptFile(path, passphrase);
  await requireFreeSpace(join(target, '..'), (await stat(path)).size);
  await pipeline(decrypted, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  return target;
}

const localHeaderBytes = 30;
const localHeaderSignature = 0x04034b50;

/** Reads the first entry of a ZIP file, which is stored without compression (APPNOTE.TXT, section 4.3.7). */
async function readManifest(source: Readable, migrations: readonly Migration[]): Promise<BackupManifest> {
  const parts: Buffer[] = [];
  let [receivedBytes, neededBytes, start] = [0, localHeaderBytes, 0];
  try {
    for await (const part of source as AsyncIterable<Buffer>) {
      parts.push(part);
      receivedBytes += part.length;
      if (receivedBytes < neededBytes) continue;
      if (start === 0) {
        const header = Buffer.concat(parts);
        start = findFirstEntry(header);
        neededBytes = start + header.readUInt32LE(18);
      }
      if (receivedBytes >= neededBytes) break;
    }
  } catch (error) {
    throw error instanceof Problem ? error : createUnreadableProblem(error);
  }
  if (start === 0 || receivedBytes < neededBytes) throw createInvalidProblem(damagedDetail);
  return parseManifest(Buffer.concat(parts).toString('utf8', start, neededBytes), migrations);
}

/** Returns where the content of the first entry starts, which must be the manifest. */
function findFirstEntry(header: Buffer): number {
  if (header.readUInt32LE(0) !== localHeaderSignature) throw createForeignProblem();
  const [method, size, nameLength] = [header.readUInt16LE(8), header.readUInt32LE(18), header.readUInt16LE(26)];
  const name = header.toString('utf8', localHeaderBytes, localHeaderBytes + nameLength);
  if (method !== 0 || name !== manifestName || size === 0) throw createForeignProblem();
  if (size > maxManifestBytes) throw createInvalidProblem('This backup lists more files than a workspace can have.');
  return localHeaderBytes + nameLength + header.readUInt16LE(28);
}

function parseManifest(text: string, migrations: readonly Migration[]): BackupManifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw createInvalidProblem(damagedDetail, error);
  }
  const { success, data } = anyManifestSchema.safeParse(json);
  if (success && data.format > backupFormat) throw createTooNewProblem(data.app_version);
  const manifest = manifestSchema.safeParse(json);
  if (!manifest.success) throw createInvalidProblem(damagedDetail, manifest.error);
  const { schema_version, app_version } = manifest.data;
  if (schema_version < firstVersion)
    throw new Problem('backup_invalid', explainUnreleased('This backup', 'choose another one'));
  if (schema_version > getLatestVersion(migrations)) throw createTooNewProblem(app_version);
  return manifest.data;
}

function createForeignProblem(): Problem {
  return createInvalidProblem('This file is not a backup of Switchboard. Choose another one.');
}

function createTooNewProblem(version: string): Problem {
  return new Problem(
    'backup_too_new',
    `This backup was made by a newer Switchboard (${version}). Update Switchboard, then restore it. Nothing was changed.`,
  );
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, validateEntrySizes: true, strictFileNames: true });
  } catch (error) {
    throw createInvalidProblem(damagedDetail, error);
  }
}

/** An entry up to this size may have any ratio, because an empty database compresses as well as a zip bomb. */
const ratioExemptBytes = 64 * 1024 ** 2;
const maxRatio = 100;

/** Returns the entries by name. Throws unless they are exactly the manifest's entries, with their sizes. */
async function listEntries(zip: ZipFile, manifest: BackupManifest): Promise<ReadonlyMap<string, Entry>> {
  const sizes = new Map(manifest.entries.map(({ name, size_bytes }) => [name, size_bytes]));
  const isListedOnce = sizes.size === manifest.entries.length && zip.entryCount === sizes.size + 1;
  if (!isListedOnce) throw createInvalidProblem(damagedDetail);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (!isRegularFile(entry)) throw createInvalidProblem(damagedDetail);
      if (entry.fileName === manifestName) continue;
      if (entry.uncompressedSize !== sizes.get(entry.fileName)) throw createInvalidProblem(damagedDetail);
      const { compressedSize, uncompressedSize } = entry;
      if (uncompressedSize > ratioExemptBytes && uncompressedSize > compressedSize * maxRatio)
        throw createInvalidProblem('This backup would expand far too much. Switchboard did not create it.');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof Problem ? error : createInvalidProblem(damagedDetail, error);
  }
  if (entries.size !== sizes.size) throw createInvalidProblem(damagedDetail);
  return entries;
}

const fileTypeMask = 0o170000;
const regularFileType = 0o100000;

/** A ZIP file can contain symbolic links and devices of Unix (APPNOTE.TXT, section 4.4.15). Some programs store no type. */
function isRegularFile({ externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & fileTypeMask;
  return type === 0 || type === regularFileType;
}

async function readEntry(
  zip: ZipFile,
  zipEntry: Entry,
  { sha256 }: BackupEntry,
  target: string | null,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const hash = createHash('sha256');
  async function* hashBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of source) {
      hash.update(bytes);
      onBytes(bytes.length);
      yield bytes;
    }
  }
  try {
    const source: Readable = await zip.openReadStreamPromise(zipEntry);
    if (target === null) for await (const _ of hashBytes(source)) continue;
    else await pipeline(source, hashBytes, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    throw isStorageFull(error) ? error : createInvalidProblem(damagedDetail, error);
  }
  if (hash.digest('hex') !== sha256) throw createInvalidProblem(damagedDetail);
}
