import * as z from 'zod';
import { normalizePassphrase, toPlainPath } from '../../shared/text/plain-text.ts';
import { limits } from '../contract/limits.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { workspaceKinds, workspaceSchema } from './workspaces.ts';

/** The end of the name of every backup file. */
export const backupExtension = '.switchboard-backup';

const count = z.int().min(0);

/** A passphrase for a new backup. The passphrase of an existing backup can be shorter, because another program may have set it. */
export const newPassphraseSchema = z
  .string()
  .overwrite(normalizePassphrase)
  .min(limits.passphraseMinLength, `Use at least ${limits.passphraseMinLength} characters.`)
  .max(limits.passphraseLength, `Use at most ${limits.passphraseLength} characters.`);

const passphraseSchema = z.string().max(limits.passphraseLength);

/** What a backup says about its content. */
export const backupSummarySchema = z.object({
  workspace_name: z.string(),
  kind: z.enum(workspaceKinds),
  created_at: timestampSchema,
  app_version: z.string(),
  documents: count,
  calls: count,
  recordings: count,
  /** Originals and recordings that were missing or damaged in the workspace, and are not in the backup. */
  missing_files: count,
  /** False if the chain of the activity was already broken in the workspace. */
  is_activity_intact: z.boolean(),
  /** Without compression. */
  content_bytes: count,
});

export type BackupSummary = z.infer<typeof backupSummarySchema>;

/** A backup file. */
export const backupSchema = z.object({
  backup_id: z.string(),
  file_name: z.string(),
  /** The absolute path of the file. */
  path: z.string(),
  size_bytes: count,
  modified_at: timestampSchema,
  is_encrypted: z.boolean(),
  /** The last check of this file; null if it was not checked since it was last changed. */
  check: z
    .object({
      at: timestampSchema,
      /** Null if the file is not readable. */
      workspace_name: z.string().nullable(),
      created_at: timestampSchema.nullable(),
      /** Why the file cannot be restored, as a sentence; null if it can. */
      error: z.string().nullable(),
    })
    .nullable(),
});

export type Backup = z.infer<typeof backupSchema>;

/** The steps of each task, in order. */
export const backupTaskSteps = {
  backup: ['preparing', 'writing', 'verifying'],
  scheduled_backup: ['preparing', 'writing', 'verifying'],
  verification: ['verifying'],
  restore: ['extracting', 'checking'],
  upload: ['receiving'],
} as const;

const backupSteps = ['preparing', 'writing', 'verifying', 'extracting', 'checking', 'receiving'] as const;

export type BackupStep = (typeof backupSteps)[number];

/** A task that is running. At most one runs at a time. */
export const backupTaskSchema = z.object({
  kind: z.enum(['backup', 'scheduled_backup', 'verification', 'restore', 'upload']),
  /** The name of the workspace that is backed up, or of the file. */
  subject: z.string(),
  step: z.enum(backupSteps),
  /** Bytes of the current step that are done. */
  done_bytes: count,
  /** 0 if it is not known. */
  total_bytes: count,
});

export type BackupTask = z.infer<typeof backupTaskSchema>;

export const backupIntervals = ['off', 'daily', 'weekly'] as const;

export type BackupInterval = (typeof backupIntervals)[number];

/** The schedule of one workspace, which applies while it is open. */
export const backupScheduleSchema = z.object({
  interval: z.enum(backupIntervals),
  /** Older backups of the schedule are deleted. */
  keep: z.int().min(1).max(limits.keptBackups),
  /** Whether backups are encrypted with the passphrase in the keychain. Without the passphrase, none is made. */
  is_encrypted: z.boolean(),
  last_backup_at: timestampSchema.nullable(),
  /** Why the last backup failed, unless a later one succeeded. */
  failure: z.object({ at: timestampSchema, detail: z.string() }).nullable(),
});

export type BackupSchedule = z.infer<typeof backupScheduleSchema>;

const folderSchema = z.object({
  /** The absolute path of the folder in which backups are written. */
  folder: z.string(),
  default_folder: z.string(),
  /** The schedule of the open workspace; null if none is open. */
  schedule: backupScheduleSchema.nullable(),
});

const common = { tag: 'Backups', roles: ['admin'], isLocal: true, extension: true } as const;

const params = z.object({ backup_id: z.string().max(limits.idLength) });

/** `passphrase` is needed only if the backup is encrypted. */
const openJson = z.object({ passphrase: passphraseSchema.nullable().default(null) });

const openProblems = [
  'backup_not_found',
  'passphrase_required',
  'passphrase_wrong',
  'backup_invalid',
  'backup_too_new',
] as const;

export const listBackups = defineRoute({
  ...common,
  id: 'listBackups',
  method: 'get',
  path: '/backups',
  summary: 'List backups',
  description: 'Returns the backups in the folder, newest first, with the settings and the running task.',
  status: 200,
  response: folderSchema.extend({
    data: z.array(backupSchema),
    /** Why the folder cannot be read, as a sentence. */
    folder_error: z.string().nullable(),
    task: backupTaskSchema.nullable(),
  }),
  problems: [],
});

export const createBackup = defineRoute({
  ...common,
  id: 'createBackup',
  method: 'post',
  path: '/backups',
  summary: 'Back up the open workspace',
  description: 'Responds when the file has been written, and read again to verify it.',
  json: z.object({ passphrase: newPassphraseSchema.nullable().default(null) }),
  status: 201,
  response: backupSchema.extend({ summary: backupSummarySchema }),
  problems: [
    'no_workspace',
    'workspace_unusable',
    'backup_task_running',
    'backup_canceled',
    'backup_folder_unusable',
    'backup_invalid',
    'storage_full',
  ],
});

/** The uploaded file is kept until it is deleted, or until the application quits. It is not in the list. */
export const uploadBackup = defineRoute({
  ...common,
  id: 'uploadBackup',
  outsideWorkspace: true,
  method: 'post',
  path: '/backups/files',
  summary: 'Upload a backup file to restore it',
  form: z.looseObject({}),
  status: 201,
  response: backupSchema,
  problems: ['backup_invalid', 'backup_task_running', 'backup_canceled', 'storage_full'],
});

export const previewBackup = defineRoute({
  ...common,
  id: 'previewBackup',
  outsideWorkspace: true,
  method: 'post',
  path: '/backups/{backup_id}/preview',
  summary: 'Preview what a backup contains',
  params,
  json: openJson,
  readOnly: true,
  status: 200,
  response: backupSummarySchema,
  problems: [...openProblems],
});

export const verifyBackup = defineRoute({
  ...common,
  id: 'verifyBackup',
  outsideWorkspace: true,
  method: 'post',
  path: '/backups/{backup_id}/verification',
  summary: 'Verify a backup',
  description: 'Reads the whole file, and compares every part of it with its hash.',
  params,
  json: openJson,
  readOnly: true,
  status: 200,
  response: backupSummarySchema,
  problems: [...openProblems, 'backup_task_running', 'backup_canceled', 'storage_full'],
});

export const restoreBackup = defineRoute({
  ...common,
  id: 'restoreBackup',
  outsideWorkspace: true,
  method: 'post',
  path: '/backups/{backup_id}/restore',
  summary: 'Restore a backup into a new workspace',
  params,
  json: openJson,
  status: 201,
  response: workspaceSchema,
  problems: [...openProblems, 'backup_task_running', 'backup_canceled', 'storage_full'],
});

export const downloadBackup = defineRoute({
  ...common,
  id: 'downloadBackup',
  method: 'get',
  path: '/backups/{backup_id}/file',
  summary: 'Download a backup',
  params,
  status: 200,
  response: 'bytes',
  problems: ['backup_not_found', 'range_not_satisfiable'],
});

export const deleteBackup = defineRoute({
  ...common,
  id: 'deleteBackup',
  outsideWorkspace: true,
  method: 'delete',
  path: '/backups/{backup_id}',
  summary: 'Delete a backup',
  params,
  status: 200,
  response: z.object({ backup_id: z.string(), name: z.string() }),
  problems: ['backup_not_found', 'backup_folder_unusable'],
});

export const cancelBackupTask = defineRoute({
  ...common,
  id: 'cancelBackupTask',
  outsideWorkspace: true,
  method: 'post',
  path: '/backup-task/cancel',
  summary: 'Cancel the running backup task',
  status: 200,
  /** Null if no task was running. */
  response: z.object({ task: backupTaskSchema.nullable() }),
  problems: [],
});

export const updateBackupSettings = defineRoute({
  ...common,
  id: 'updateBackupSettings',
  method: 'patch',
  path: '/backup-settings',
  summary: 'Update the folder and the schedule of backups',
  json: z
    .object({
      /** An absolute path; null for the default folder. */
      folder: z.string().overwrite(toPlainPath).max(limits.pathLength).nullable(),
      interval: backupScheduleSchema.shape.interval,
      keep: backupScheduleSchema.shape.keep,
      /** Encrypts scheduled backups, and is kept in the keychain; null for scheduled backups without encryption. */
      passphrase: newPassphraseSchema.nullable(),
    })
    .partial(),
  status: 200,
  response: folderSchema,
  problems: ['no_workspace', 'backup_folder_unusable', 'settings_not_saved', 'storage_full'],
});
