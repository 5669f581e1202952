import { useQuery } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { formatError } from '../../format/format-error.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { BackupFolderSetting } from './backup-folder-setting.tsx';
import { BackupList } from './backup-list.tsx';
import { BackupScheduleSettings } from './backup-schedule-settings.tsx';
import { backupsQuery } from './backups-query.ts';
import { TaskProgress } from './task-progress.tsx';

/** The schedule and the folder of backups, and the backups themselves. */
export function BackupSettings() {
  const missingPermission = useMissingPermission(
    appRoutes.listBackups,
    appRoutes.updateBackupSettings,
    appRoutes.previewBackup,
    appRoutes.verifyBackup,
    appRoutes.downloadBackup,
    appRoutes.deleteBackup,
    appRoutes.cancelBackupTask,
  );
  if (missingPermission !== null) return <p className="text-muted">{missingPermission}</p>;
  return <LoadedBackupSettings />;
}

function LoadedBackupSettings() {
  const { data: backups, error, refetch } = useQuery(backupsQuery);
  const backUp = useCommand('back-up-workspace');
  const restore = useCommand('restore-backup');
  if (error)
    return (
      <ErrorState title="Backups could not be loaded" detail={formatError(error)} onRetry={() => void refetch()} />
    );
  if (!backups) return null;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        A backup is one file with the database, documents and recordings of a workspace. Keep copies on another disk.
      </p>
      {backups.schedule && <BackupScheduleSettings schedule={backups.schedule} />}
      <BackupFolderSetting folder={backups.folder} isDefault={backups.folder === backups.default_folder} />
      {backups.task && <TaskProgress task={backups.task} />}
      <BackupList backups={backups.data} folderError={backups.folder_error} isBusy={backups.task !== null} />
      <div className="flex flex-wrap gap-2">
        <Button disabledReason={backUp.disabledReason} onClick={backUp.run}>
          Back up now…
        </Button>
        <Button disabledReason={restore.disabledReason} onClick={restore.run}>
          {restore.label}
        </Button>
      </div>
    </div>
  );
}
