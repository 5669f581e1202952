import * as z from 'zod';
import { backupScheduleSchema, backupSchema } from '../../../../shared/workspaces/backups.ts';
import type { SettingsStore } from '../../platform/settings/settings-store.ts';

const settingsKey = 'backups';

const objectSchema = z.record(z.string(), z.unknown()).catch({});

/** The result of the last check of a file, which is valid as long as size and time of the file are the same. */
export const storedCheckSchema = backupSchema.shape.check
  .unwrap()
  .extend({ size_bytes: z.int(), modified_at: z.string() });

const { interval, keep, is_encrypted, last_backup_at, failure } = backupScheduleSchema.shape;

/** Each value that is missing or not supported is replaced by its default. */
const storedScheduleSchema = z.object({
  interval: interval.catch('off'),
  keep: keep.catch(7),
  /** A kind of encryption that is not supported must not lead to backups without any. */
  is_encrypted: is_encrypted.default(false).catch(true),
  last_backup_at: last_backup_at.catch(null),
  failure: failure.catch(null),
  /** The paths of the backups that the schedule has made, newest first. It deletes no others. */
  files: z.array(z.string()).catch([]),
});

export type StoredSchedule = z.infer<typeof storedScheduleSchema>;

const storedSchema = z.object({
  /** Null for the default folder. */
  folder: z.string().nullable().catch(null),
  /** The paths of files that are being written, to remove them at the next start. */
  unfinished: z.array(z.string()).catch([]),
  /** The last check of each file, by path. Each is parsed when it is used. */
  checks: objectSchema,
});

export type StoredBackupSettings = z.infer<typeof storedSchema>;

/** Reads what the settings file contains about backups. An invalid part is replaced by its default. */
export function readBackupSettings(store: SettingsStore): StoredBackupSettings {
  return storedSchema.parse(readStored(store));
}

/** Stores only the changes, because a newer version may have stored values that this one does not support. */
export function writeBackupSettings(store: SettingsStore, changes: Partial<StoredBackupSettings>): void {
  store.set(settingsKey, { ...readStored(store), ...changes });
}

export function readBackupSchedule(store: SettingsStore, workspaceId: string): StoredSchedule {
  return storedScheduleSchema.parse(objectSchema.parse(readSchedules(store)[workspaceId]));
}

/** Stores only the changes, like `writeBackupSettings`. */
export function writeBackupSchedule(store: SettingsStore, workspaceId: string, changes: Partial<StoredSchedule>): void {
  const schedules = readSchedules(store);
  const schedule = { ...objectSchema.parse(schedules[workspaceId]), ...changes };
  store.set(settingsKey, { ...readStored(store), schedules: { ...schedules, [workspaceId]: schedule } });
}

/** Forgets the schedule of a workspace that is deleted. Its backups are kept. */
export function removeBackupSchedule(store: SettingsStore, workspaceId: string): void {
  const { [workspaceId]: removed, ...schedules } = readSchedules(store);
  if (removed !== undefined) store.set(settingsKey, { ...readStored(store), schedules });
}

function readStored(store: SettingsStore): Readonly<Record<string, unknown>> {
  return objectSchema.parse(store.get(settingsKey));
}

/** Returns the schedule of each workspace, by the id of the workspace. */
function readSchedules(store: SettingsStore): Readonly<Record<string, unknown>> {
  return objectSchema.parse(readStored(store)['schedules']);
}
