import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { formatDay } from '../../format/format-day.ts';
import { formatCount } from '../../format/format-number.ts';
import { useSession } from '../../data/session/session-query.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useCaptureLocation } from '../../ui/focus/use-capture-location.ts';
import { useStorage } from '../../data/storage-query.ts';
import { deleteDocument } from './document-actions.ts';

type DeleteDocumentDialogProps = {
  readonly document: DocumentRecord;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
};

export function DeleteDocumentDialog({ document, onDeleted, onClose }: DeleteDocumentDialogProps) {
  const captureLocation = useCaptureLocation();
  const { workspace } = useSession();
  const storage = useStorage().data?.workspaces.find(({ workspace_id }) => workspace_id === workspace?.workspace_id);
  const copy = storage?.damaged_copies[0];
  const handleConfirm = async () => {
    const isSameLocation = captureLocation();
    const outcome = await deleteDocument(document);
    if (outcome === 'failed') return;
    if (outcome === 'pending') return showToast(`The deletion of “${document.title}” is pending`);
    showToast(`“${document.title}” was deleted`);
    if (isSameLocation()) onDeleted();
  };
  return (
    <ConfirmDialog title="Delete document" cancelLabel="Cancel" onConfirm={handleConfirm} onClose={onClose}>
      <p>
        This deletes <strong className="font-medium text-ink">{document.title}</strong>
        {document.sha256 !== null && ' and its original file'}. You can’t undo this.
      </p>
      <p>{formatDeleteWarning(document)}</p>
      {copy && (
        <p>
          A damaged copy of this workspace can still contain it until {formatDay(copy.deleted_at)}. You can delete the
          copy in Settings.
        </p>
      )}
    </ConfirmDialog>
  );
}

function formatDeleteWarning({ status, chunks_created, remote, pending }: DocumentRecord): string {
  if (remote?.id === null && pending?.state !== 'in_flight') return 'It was not sent to the remote.';
  if (remote)
    return 'The deletion is sent to the remote as soon as it can be reached. Agents still use the document until the remote confirms it.';
  if (status !== 'active') return 'Agents don’t use this document yet.';
  return `Agents will lose ${formatCount(chunks_created, 'passage')}.`;
}
