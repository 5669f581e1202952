import * as z from 'zod';
import type { BackupSummary } from '../../../../shared/workspaces/backups.ts';
import { timestampSchema } from '../../../../shared/contract/timestamp.ts';
import { workspaceKinds } from '../../../../shared/workspaces/workspaces.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';

/** The version of the format of backup files. A later version may change everything but this field of the manifest. */
export const backupFormat = 1;

export const manifestName = 'manifest.json';
export const databaseName = 'workspace.db';

/** More than any workspace has: the manifest is read into memory. */
export const maxManifestBytes = 64 * 1024 ** 2;

/** All names that a backup can contain. They are safe as paths below a folder, on every system. */
const entryName =
  /^(workspace\.db|files\/[0-9a-f]{64}|recordings\/call_[0-9a-f]{1,64}\.mp3|invoices\/[0-9a-f]{64}\.pdf)$/;

const count = z.int().min(0);

const entrySchema = z.object({
  name: z.string().regex(entryName),
  size_bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type BackupEntry = z.infer<typeof entrySchema>;

/** The content of `manifest.json`, which is the first entry of a backup: a ZIP file, encrypted as a whole or not at all. */
export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  app_version: z.string().max(100),
  schema_version: z.int().min(1),
  workspace_id: z.string().max(100),
  name: z
    .string()
    .max(1_000)
    .overwrite((name) => toPlainLine(name) || 'Unnamed workspace'),
  kind: z.enum(workspaceKinds),
  created_at: timestampSchema,
  counts: z.object({ documents: count, calls: count, recordings: count }),
  /** Names of originals, recordings and invoices that were missing or damaged in the workspace. */
  missing: z.array(z.string().regex(entryName)),
  /** False if the chain of the activity was already broken in the workspace. */
  is_activity_intact: z.boolean(),
  /** Every other entry of the backup, in its order. */
  entries: z.array(entrySchema),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

/** The fields that a manifest of every version has. */
export const anyManifestSchema = z.object({ format: z.int().min(1), app_version: z.string().max(100) });

export function toSummary(manifest: BackupManifest): BackupSummary {
  const { name, kind, created_at, app_version, counts, missing, is_activity_intact } = manifest;
  return {
    workspace_name: name,
    kind,
    created_at,
    app_version,
    ...counts,
    missing_files: missing.length,
    is_activity_intact,
    content_bytes: sumSizes(manifest.entries),
  };
}

export function sumSizes(entries: readonly Pick<BackupEntry, 'size_bytes'>[]): number {
  return entries.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
}

/** The folders of a workspace that contain files of the user: documents, recordings, and invoices of its remote. */
export const contentFolders = ['files', 'recordings', 'invoices'] as const;
