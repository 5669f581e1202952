import * as z from 'zod';
import { backupScheduleSchema, backupSchema } from '../../../../shared/backups.ts';
import type { SettingsStore } from '../../platform/settings/settings-store.ts';

const settingsKey = 'backups';

/** The result of the last check of a file, which is valid as long as size and time of the file are the same. */
const storedCheckSchema = backupSchema.shape.check.unwrap().extend({ size_bytes: z.int(), modified_at: z.string() });

export type StoredCheck = z.infer<typeof storedCheckSchema>;

const storedScheduleSchema = backupScheduleSchema.extend({
  /** The paths of the backups that the schedule has made, newest first. It deletes no others. */
  files: z.array(z.string()),
});

export type StoredSchedule = z.infer<typeof storedScheduleSchema>;

const storedSchema = z.object({
  /** Null for the default folder. */
  folder: z.string().nullable().catch(null),
  /** The paths of files that are being written, to remove them at the next start. */
  unfinished: z.array(z.string()).catch([]),
  /** The last check of each file, by path. */
  checks: z.record(z.string(), storedCheckSchema).catch({}),
  /** The schedule of each workspace, by the id of the workspace. */
  schedules: z.record(z.string(), storedScheduleSchema).catch({}),
});

export type StoredBackupSettings = z.infer<typeof storedSchema>;

/** Reads what the settings file contains about backups. An invalid part is replaced by its default. */
export function readBackupSettings(store: SettingsStore): StoredBackupSettings {
  return storedSchema.parse(z.record(z.string(), z.unknown()).catch({}).parse(store.get(settingsKey)));
}

export function writeBackupSettings(store: SettingsStore, changes: Partial<StoredBackupSettings>): void {
  store.set(settingsKey, { ...readBackupSettings(store), ...changes });
}

/** Forgets the schedule of a workspace that is deleted. Its backups are kept. */
export function removeBackupSchedule(store: SettingsStore, workspaceId: string): void {
  const { [workspaceId]: removed, ...schedules } = readBackupSettings(store).schedules;
  if (removed) writeBackupSettings(store, { schedules });
}
