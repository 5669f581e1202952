import { Download, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import type { OutboxItem } from '../../../shared/workspaces/sync.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { useOutboxActions } from '../outbox/public.ts';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { DeleteDocumentDialog } from './delete-document-dialog.tsx';
import { retryDocument, saveOriginal } from './document-actions.ts';

export type DocumentActions = {
  readonly saveOriginal: RowAction;
  /** Null if processing has not failed, or if the remote of a linked workspace processes it. */
  readonly retry: RowAction | null;
  /** The actions for the change that waits for the remote. */
  readonly pending: readonly RowAction[];
  readonly delete: RowAction;
};

/** Returns the actions of a document, and the dialog that asks before one of them. */
export function useDocumentActions(onDeleted: (documentId: string) => void) {
  const retryDisabledReason = useMissingPermission(v1Routes.retryDocument);
  const deleteDisabledReason = useMissingPermission(v1Routes.deleteDocument);
  const outbox = useOutboxActions();
  const [retryingId, setRetryingId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<DocumentRecord | null>(null);
  const retry = async (document: DocumentRecord) => {
    if (retryingId !== null) return;
    setRetryingId(document.document_id);
    await retryDocument(document);
    setRetryingId(null);
  };
  const getActions = (document: DocumentRecord): DocumentActions => ({
    saveOriginal: {
      label: 'Download original',
      icon: Download,
      disabledReason: document.sha256 === null ? 'The original file is not on this computer.' : null,
      run: () => void saveOriginal(document),
    },
    retry:
      document.status === 'failed' && !document.remote
        ? {
            label: 'Retry processing',
            icon: RotateCw,
            disabledReason: retryDisabledReason,
            run: () => void retry(document),
          }
        : null,
    pending: document.pending ? outbox.listActions(document.pending).map(nameCancellation(document.pending)) : [],
    delete: {
      label: 'Delete document',
      icon: Trash2,
      disabledReason: deleteDisabledReason ?? explainNoDeletion(document),
      run: () => setDeleting(document),
    },
  });
  const dialog = deleting ? (
    <DeleteDocumentDialog
      document={deleting}
      onDeleted={() => onDeleted(deleting.document_id)}
      onClose={() => setDeleting(null)}
    />
  ) : (
    outbox.dialog
  );
  return { getActions, dialog, retryingId };
}

/** The menu of a document does not show which change “Cancel” is about. */
const nameCancellation =
  ({ kind }: OutboxItem) =>
  (action: RowAction): RowAction =>
    action.label === 'Cancel…'
      ? { ...action, label: kind === 'upload_document' ? 'Cancel upload…' : 'Cancel deletion…' }
      : action;

function explainNoDeletion({ pending }: DocumentRecord): string | null {
  if (pending?.kind === 'delete_document') return 'The deletion is pending.';
  return pending?.state === 'unknown'
    ? 'It is not known whether the remote has this document. Check its upload first.'
    : null;
}
