import type { DocumentRecord } from '../../shared/knowledge.ts';
import { formatCount } from '../format/format-number.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toasts.tsx';
import { useIsSameLocation } from '../ui/use-is-same-location.ts';
import { deleteDocument } from './document-actions.ts';

type DeleteDocumentDialogProps = {
  readonly document: DocumentRecord;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
};

export function DeleteDocumentDialog({ document, onDeleted, onClose }: DeleteDocumentDialogProps) {
  const watchPlace = useIsSameLocation();
  const remove = async () => {
    const isHere = watchPlace();
    if (!(await deleteDocument(document))) return;
    showToast(`“${document.title}” was deleted`);
    if (isHere()) onDeleted();
  };
  return (
    <ConfirmDialog
      title="Delete document"
      confirmLabel="Delete document"
      cancelLabel="Keep"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <strong className="font-medium text-ink">{document.title}</strong> and its original file are deleted from this
        computer.
      </p>
      <p>{formatDeleteWarning(document)}</p>
    </ConfirmDialog>
  );
}

function formatDeleteWarning({ status, chunks_created }: DocumentRecord): string {
  if (status !== 'active') return 'It has not been read, so voice agents lose nothing.';
  return `Voice agents stop using it at once: ${formatCount(chunks_created, 'chunk')} they can answer from now are lost.`;
}
