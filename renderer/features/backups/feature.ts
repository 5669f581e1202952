import type { Feature } from '../../data/feature.ts';
import { refreshBackups, setBackupTask } from './backups-query.ts';

export const backupsFeature = {
  name: 'backups',
  events: {
    'backups.changed': refreshBackups,
    'backup.progress': ({ task }) => setBackupTask(task),
  },
} as const satisfies Feature;
