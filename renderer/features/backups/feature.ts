import { appRoutes } from '../../../shared/contract/contract.ts';
import type { CommandActions, WindowContext, Feature } from '../../data/feature.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { refreshBackups, setBackupTask } from './backups-query.ts';
import { openRestoreDialog } from './restore-store.ts';

export const backupsFeature = {
  name: 'backups',
  events: {
    'backups.changed': refreshBackups,
    'backup.progress': ({ task }) => setBackupTask(task),
  },
  createCommands,
  dialogs: {
    'back-up-workspace': lazyComponent(async () => (await import('./back-up-dialog.tsx')).BackUpDialog),
    'restore-backup': lazyComponent(async () => (await import('./restore-dialog.tsx')).RestoreDialog),
  },
} as const satisfies Feature;

function createCommands({ session }: WindowContext): CommandActions<'back-up-workspace' | 'restore-backup'> {
  return {
    'back-up-workspace': {
      disabledReason: explainMissingPermission(session, appRoutes.createBackup),
      run: () => openOverlay('back-up-workspace'),
    },
    'restore-backup': {
      disabledReason: explainMissingPermission(session, appRoutes.restoreBackup, appRoutes.uploadBackup),
      run: () => openRestoreDialog(null),
    },
  };
}
