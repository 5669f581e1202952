import type { BackupTask } from '../../../shared/workspaces/backups.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { cancelBackupTask } from './backup-actions.ts';
import { describeTask } from './describe-task.ts';

/** Shows the running task with its progress. */
export function TaskProgress({ task }: { readonly task: BackupTask }) {
  const [isCanceling, run] = useBusy();
  const { title, text, fraction } = describeTask(task);
  return (
    <div role="status" aria-label={title} className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 truncate font-medium">{title}</p>
        <Button size="small" aria-busy={isCanceling} onClick={() => void run(cancelBackupTask)}>
          Cancel
        </Button>
      </div>
      <ProgressBar label={title} fraction={fraction} />
      <p className="text-small text-muted">{text}</p>
    </div>
  );
}
