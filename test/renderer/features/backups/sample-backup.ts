import type * as z from 'zod';
import type { Backup, BackupSummary, listBackups } from '../../../../shared/workspaces/backups.ts';

/** A verified backup of "Harbour Office". */
export const sampleBackup: Backup = {
  backup_id: 'bkp_1',
  file_name: 'Harbour-Office-20260312T100000Z.switchboard-backup',
  path: '/backups/Harbour-Office-20260312T100000Z.switchboard-backup',
  size_bytes: 8_500_000,
  modified_at: '2026-03-12T10:00:01.000Z',
  is_encrypted: false,
  check: {
    at: '2026-03-12T10:00:01.000Z',
    workspace_name: 'Harbour Office',
    created_at: '2026-03-12T10:00:00.000Z',
    error: null,
  },
};

export const sampleSummary: BackupSummary = {
  workspace_name: 'Harbour Office',
  kind: 'local',
  created_at: '2026-03-12T10:00:00.000Z',
  app_version: '0.1.0',
  documents: 9,
  calls: 36,
  recordings: 1,
  missing_files: 0,
  is_activity_intact: true,
  content_bytes: 9_000_000,
};

export const sampleBackups: z.input<typeof listBackups.response> = {
  folder: '/backups',
  default_folder: '/backups',
  schedule: { interval: 'off', keep: 7, is_encrypted: false, last_backup_at: null, failure: null },
  data: [sampleBackup],
  folder_error: null,
  task: null,
};
