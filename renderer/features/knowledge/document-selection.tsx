import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { formatCount } from '../../format/format-number.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { keepClear } from '../../ui/feedback/use-clear-position.ts';
import { useCapabilities } from '../connection/public.ts';
import { deleteDocument } from './document-actions.ts';
import { explainNoChange } from './explain-remote-documents.ts';
import { LabelsDialog } from './labels-dialog.tsx';

type DocumentSelectionProps = {
  readonly selected: readonly DocumentRecord[];
  readonly onClear: () => void;
};

/** The number of selected documents, which screen readers announce, and what can be done with them. */
export function DocumentSelection({ selected, onClear }: DocumentSelectionProps) {
  const capabilities = useCapabilities();
  const labelReason = useMissingPermission(v1Routes.updateDocumentLabels) ?? explainNoChange(selected, capabilities);
  const deleteReason = useMissingPermission(v1Routes.deleteDocument);
  const isLinked = selected.some(({ remote }) => remote !== null);
  const [dialog, setDialog] = useState<'labels' | 'delete' | null>(null);
  const count = formatCount(selected.length, 'document');
  const them = selected.length === 1 ? 'it' : 'them';
  const deleteAll = async () => {
    const counts = { deleted: 0, pending: 0, failed: 0 };
    for (const document of selected) counts[await deleteDocument(document)] += 1;
    if (counts.deleted > 0) showToast(`${formatCount(counts.deleted, 'document was', 'documents were')} deleted`);
    if (counts.pending > 0) showToast(`The deletion of ${formatCount(counts.pending, 'document')} is pending`);
    onClear();
  };
  return (
    <div
      {...(selected.length > 0 && keepClear)}
      role="group"
      aria-label="Selected documents"
      className={
        selected.length === 0
          ? 'sr-only'
          : 'relative flex shrink-0 flex-wrap items-center gap-1.5 border-t border-line bg-raised px-6 py-2'
      }
    >
      <p role="status" className="mr-2 font-medium tabular-nums">
        {selected.length > 0 && `${count} selected`}
      </p>
      {selected.length > 0 && (
        <>
          <Button size="small" disabledReason={labelReason} onClick={() => setDialog('labels')}>
            Edit labels
          </Button>
          <Button size="small" disabledReason={deleteReason} onClick={() => setDialog('delete')}>
            Delete
          </Button>
          <Button size="small" variant="quiet" className="ml-auto" onClick={onClear}>
            Clear
          </Button>
        </>
      )}
      {dialog === 'labels' && <LabelsDialog documents={selected} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && (
        <ConfirmDialog title={`Delete ${count}`} onConfirm={deleteAll} onClose={() => setDialog(null)}>
          <p>
            This deletes {selected.length === 1 ? 'the document' : 'the documents'} with all versions and original
            files. Agents {isLinked ? `still use ${them} until the remote confirms it` : `no longer use ${them}`}. You
            can’t undo this.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
