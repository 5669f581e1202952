import { useState } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { formatDay, formatDayTime } from '../../format/format-day.ts';
import { formatSize } from '../../format/format-size.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { app } from '../../data/service-clients.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useStorage, type WorkspaceStorage } from '../../data/storage-query.ts';

type Copy = WorkspaceStorage['damaged_copies'][number] & Pick<WorkspaceStorage, 'workspace_id' | 'name'>;

/** Lists the files that restored snapshots replaced, and deletes them. */
export function DamagedCopies() {
  const { data: storage, refetch } = useStorage();
  const [chosen, setChosen] = useState<Copy | null>(null);
  const disabledReason = useMissingPermission(appRoutes.deleteDamagedCopy);
  const copies = (storage?.workspaces ?? []).flatMap(({ workspace_id, name, damaged_copies }) =>
    damaged_copies.map((copy) => ({ ...copy, workspace_id, name })),
  );
  if (copies.length === 0) return null;
  const remove = async ({ workspace_id, copy_id, name }: Copy) => {
    try {
      await app(appRoutes.deleteDamagedCopy, { params: { workspace_id, copy_id } });
      showToast(`The damaged copy of “${name}” was deleted`);
    } catch (error) {
      showRequestError(`The damaged copy of “${name}” was not deleted`, error);
    }
    await refetch();
  };
  return (
    <section aria-labelledby="damaged-copies" className="flex flex-col gap-2">
      <h3 id="damaged-copies" className="font-medium">
        Damaged copies
      </h3>
      <p className="text-muted">
        The files that a restored snapshot replaced. They still contain documents that you have deleted since then.
      </p>
      <ul aria-label="Damaged copies" className="border-t border-line">
        {copies.map((copy) => (
          <li key={copy.copy_id} className="flex min-h-10 items-center gap-3 border-b border-line py-1">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{copy.name}</span>
              <span className="block text-small text-muted">
                Replaced {formatDayTime(copy.replaced_at)} · {formatSize(copy.size_bytes)} · deleted automatically on{' '}
                {formatDay(copy.deleted_at)}
              </span>
            </span>
            <Button
              size="small"
              aria-label={`Delete the damaged copy of ${copy.name}, replaced ${formatDayTime(copy.replaced_at)}`}
              disabledReason={disabledReason}
              onClick={() => setChosen(copy)}
            >
              Delete…
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <ConfirmDialog title="Delete damaged copy" onConfirm={() => remove(chosen)} onClose={() => setChosen(null)}>
          <p>
            This deletes the files of <strong className="font-medium text-ink">{chosen.name}</strong> that a snapshot
            replaced {formatDayTime(chosen.replaced_at)} ({formatSize(chosen.size_bytes)}). What was added after that
            snapshot exists only there. You can’t undo this.
          </p>
          <p>The workspace itself is not changed.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
