import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { copyFile, link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { BackupSummary } from '../../../../shared/workspaces/backups.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { isActivityIntact } from '../../features/activity/verify-activity.ts';
import { removeApiKeyHashes } from '../../features/api-keys/api-key-queries.ts';
import { removeInvitations } from '../../features/organizations/invitation-queries.ts';
import { SqliteDatabase } from '../../platform/db/sqlite-database.ts';
import { hashFile } from '../../platform/files/hash-file.ts';
import { isFileMissing } from '../../platform/files/read-file-range.ts';
import { renameWhenFree } from '../../platform/files/rename-when-free.ts';
import { syncFile, syncFolder } from '../../platform/files/sync-file.ts';
import { removeDeletedWords } from '../../features/knowledge/document-text-queries.ts';
import { deleteStoredResponsesBefore } from '../../platform/http/idempotency-queries.ts';
import {
  contentFolders,
  backupFormat,
  databaseName,
  manifestName,
  sumSizes,
  toSummary,
  type BackupEntry,
  type BackupManifest,
} from './backup-manifest.ts';
import { copyDatabase, withDatabase } from '../maintenance/copy-database.ts';
import { checkIntegrity, rebuildIndex, useAsPrivateCopy, vacuumInto } from '../maintenance/maintenance-queries.ts';
import { getWorkspaceRow } from '../workspace-queries.ts';
import {
  type ReportProgress,
  type WriteInput,
  createProgressCounter,
  describeForeignValue,
  requireFreeSpace,
} from './backup-protocol.ts';
import { countContent, listExpectedFiles } from './backup-queries.ts';
import { findForeignValue } from './stored-value-queries.ts';
import { encrypt } from './encryption.ts';

/** Larger entries need the 64-bit format of ZIP, which must be chosen before the size is known. */
const zip32Bytes = 0xffff_ffff;

/**
 * Writes a backup of a workspace, which can be open, as it is at one moment. The file has its name only when all of it is on
 * the disk. Throws Problem `workspace_unusable` if the database is damaged, or has a value of another program.
 */
export async function writeBackup(input: WriteInput, report: ReportProgress): Promise<BackupSummary> {
  const manifest = await prepareContent(input, report);
  const contentBytes = sumSizes(manifest.entries);
  await requireFreeSpace(dirname(input.partPath), contentBytes);
  const count = createProgressCounter(report, 'writing', contentBytes);
  const zip = createZip(input.stageDir, manifest, count);
  const output = input.passphrase === null ? zip : await encrypt(zip, input.passphrase, input.workFactor);
  rmSync(input.partPath, { force: true });
  await pipeline(output, createWriteStream(input.partPath, { flags: 'wx', mode: 0o600 }));
  syncFile(input.partPath);
  await renameWhenFree(input.partPath, input.path);
  syncBackupFolder(dirname(input.path));
  return toSummary(manifest);
}

/** Collects in the stage folder what the backup will contain, and returns its manifest. */
async function prepareContent(input: WriteInput, report: ReportProgress): Promise<BackupManifest> {
  const { stageDir, workspaceDir } = input;
  const databasePath = join(stageDir, databaseName);
  await copyWithoutSecrets(input, databasePath);
  const { facts, files } = readDatabase(databasePath);
  const databaseBytes = statSync(databasePath).size;
  const count = createProgressCounter(report, 'preparing', databaseBytes + sumSizes(files));
  const databaseHash = await hashFile(databasePath, count);
  const entries = [{ name: databaseName, size_bytes: databaseBytes, sha256: databaseHash }];
  const missing: string[] = [];
  for (const folder of contentFolders) await mkdir(join(stageDir, folder));
  for (const file of files) {
    const target = join(stageDir, file.name);
    if (await keepFile(join(workspaceDir, file.name), target, { file, count })) entries.push(file);
    else missing.push(file.name);
  }
  return {
    format: backupFormat,
    app_version: input.appVersion,
    created_at: formatTimestamp(input.createdAt),
    ...facts,
    missing,
    entries,
  };
}

/** API keys keep their names, so that the activity stays readable, but no secret matches them any more. */
async function copyWithoutSecrets({ databasePath, stageDir }: WriteInput, target: string): Promise<void> {
  const copyPath = join(stageDir, 'copy.db');
  await copyDatabase(databasePath, copyPath);
  withDatabase(copyPath, {}, (copy) => {
    useAsPrivateCopy(copy);
    const { damage, damagedIndexes } = checkIntegrity(copy);
    if (damage !== null)
      throw new Problem(
        'workspace_unusable',
        'Its database is damaged, so no backup was made. Earlier ones were kept.',
      );
    for (const index of damagedIndexes) rebuildIndex(copy, index);
    deleteStoredResponsesBefore(copy, Number.MAX_SAFE_INTEGER);
    removeApiKeyHashes(copy);
    removeInvitations(copy);
    removeDeletedWords(copy);
    checkValues(copy);
    vacuumInto(copy, target);
  });
  rmSync(copyPath);
}

/** A backup with a value of another program could not be restored, and such a value can become the path of another file. */
function checkValues(db: SqliteDatabase): void {
  const place = findForeignValue(db);
  if (place === null) return;
  const remedy = 'Restore one of them or a snapshot, or close Switchboard and copy its data folder';
  throw new Problem(
    'workspace_unusable',
    `${describeForeignValue(place)}, so no backup was made. Earlier ones were kept. ${remedy}.`,
  );
}

type DatabaseFacts = Pick<
  BackupManifest,
  'schema_version' | 'workspace_id' | 'name' | 'kind' | 'counts' | 'is_activity_intact'
>;

function readDatabase(path: string): { readonly facts: DatabaseFacts; readonly files: readonly BackupEntry[] } {
  const db = new SqliteDatabase(path, { readOnly: true });
  try {
    const { workspace_id, name, kind } = getWorkspaceRow(db);
    const is_activity_intact = isActivityIntact(db);
    const schema_version = db.schemaVersion;
    const facts = { schema_version, workspace_id, name, kind, counts: countContent(db), is_activity_intact };
    return { facts, files: listExpectedFiles(db) };
  } finally {
    db.close();
  }
}

/** The codes of errors that concern one file, such as one of a cloud folder that is not on this computer. */
const unreadableCodes = /^(ENOENT|EACCES|EPERM|EISDIR|ENOTSUP|EIO|EBUSY|ELOOP|ETIMEDOUT|UNKNOWN)$/;

/**
 * Keeps a file of the workspace as it is now, even if it is deleted while the backup is written. Returns false if it is missing, was
 * changed, or cannot be read. Some file systems have no links.
 */
async function keepFile(
  path: string,
  target: string,
  { file, count }: { readonly file: BackupEntry; readonly count: (bytes: number) => void },
): Promise<boolean> {
  try {
    await link(path, target).catch((error: unknown) => {
      if (isFileMissing(error)) throw error;
      return copyFile(path, target);
    });
    return statSync(target).size === file.size_bytes && (await hashFile(target, count)) === file.sha256;
  } catch (error) {
    if (error instanceof Error && 'code' in error && unreadableCodes.test(String(error.code))) return false;
    throw error;
  }
}

/** The manifest comes first, so that it can be read without the rest. Only the database is compressed. */
function createZip(stageDir: string, manifest: BackupManifest, count: (bytes: number) => void): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable; // yazl declares a narrower type
  zip.on('error', (error: Error) => output.destroy(error));
  const mtime = new Date(manifest.created_at);
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName, { mtime, mode: 0o100600, compress: false });
  for (const { name, size_bytes } of manifest.entries) {
    const options = {
      mtime,
      mode: 0o100600,
      size: size_bytes,
      compress: name === databaseName,
      forceZip64Format: size_bytes >= zip32Bytes,
    };
    zip.addReadStreamLazy(name, options, (callback) => {
      const source = Readable.from(readAndCount(join(stageDir, name), count));
      source.on('error', (error) => output.destroy(error));
      callback(null, source);
    });
  }
  zip.end();
  return output;
}

async function* readAndCount(path: string, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    count(bytes.length);
    yield bytes;
  }
}

/** A folder of the user's choice can be on a disk that does not support this. */
function syncBackupFolder(folder: string): void {
  try {
    syncFolder(folder);
  } catch (error) {
    const isSupported = !(
      error instanceof Error &&
      'code' in error &&
      /^(EINVAL|EPERM|EISDIR|ENOTSUP)$/.test(String(error.code))
    );
    if (isSupported) throw error;
  }
}
