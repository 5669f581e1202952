import type { DocumentRecord } from '../../shared/knowledge.ts';
import { formatCount } from '../format/format-number.ts';
import { Confirm } from '../ui/confirm.tsx';
import { tell } from '../ui/toasts.tsx';
import { useIsHere } from '../ui/use-is-here.ts';
import { deleteDocument } from './document-actions.ts';

type DeleteDocumentConfirmProps = {
  readonly document: DocumentRecord;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
};

export function DeleteDocumentConfirm({ document, onDeleted, onClose }: DeleteDocumentConfirmProps) {
  const watchPlace = useIsHere();
  const remove = async () => {
    const isHere = watchPlace();
    if (!(await deleteDocument(document))) return;
    tell(`“${document.title}” was deleted`);
    if (isHere()) onDeleted();
  };
  return (
    <Confirm title="Delete document" deed="Delete document" safe="Keep" onConfirm={remove} onClose={onClose}>
      <p>
        <strong className="font-medium text-ink">{document.title}</strong> and its original file are deleted from this
        computer.
      </p>
      <p>{tellLoss(document)}</p>
    </Confirm>
  );
}

function tellLoss({ status, chunks_created }: DocumentRecord): string {
  if (status !== 'active') return 'It has not been read, so voice agents lose nothing.';
  return `Voice agents stop using it at once: ${formatCount(chunks_created, 'chunk')} they can answer from now are lost.`;
}
